import { part } from '../texts.js';

/** Polls, lists of tasks, and pictures. */
export const widgetTexts = part({
  en: {
    poll: 'Poll',
    voteFor: 'Vote for {option}. Votes: {count}',
    newOption: 'Another option',
    addOption: 'Add the option',
    tasks: 'Tasks',
    newTask: 'Another task',
    addTask: 'Add the task',
    picture: 'Picture: {name}',
    previousPicture: 'Previous picture',
    nextPicture: 'Next picture',
    openPicture: 'Open in a new tab',
  },
  de: {
    poll: 'Umfrage',
    voteFor: 'Für {option} stimmen. Stimmen: {count}',
    newOption: 'Weitere Möglichkeit',
    addOption: 'Möglichkeit hinzufügen',
    tasks: 'Aufgaben',
    newTask: 'Weitere Aufgabe',
    addTask: 'Aufgabe hinzufügen',
    picture: 'Bild: {name}',
    previousPicture: 'Vorheriges Bild',
    nextPicture: 'Nächstes Bild',
    openPicture: 'In einem neuen Tab öffnen',
  },
});
