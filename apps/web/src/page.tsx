import './styles/page.css';
import './styles/sidebar.css';
import './styles/feed.css';
import './styles/rendered.css';
import './styles/code.css';
import './styles/compose.css';
import './styles/dialogs.css';
import './styles/windows.css';
import { createRoot } from 'react-dom/client';
import { App } from './app.js';
import { ErrorBoundary } from './failure/error-boundary.js';
import { FailureNotice } from './failure/failure-notice.js';
import { languageOf, Texts } from './texts/texts.js';

const root = document.getElementById('page');
const failed = (error: unknown) => (
  <main className="whole-page">
    <h1>Parley</h1>
    <FailureNotice error={error} texts={new Texts(languageOf(navigator.languages))} />
  </main>
);
if (root !== null)
  createRoot(root).render(
    <ErrorBoundary fallback={failed}>
      <App />
    </ErrorBoundary>,
  );
