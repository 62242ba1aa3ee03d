// node tools/dist/image/main.js <folder>: the content of the image, from a checkout that `npm run build` has built. Prints what takes the space.
import { ClearError } from '../terminal/clear-error.js';
import { runCommand } from '../terminal/run-command.js';
import { layOutImage } from './lay-out-image.js';

const SHOWN = 12;

await runCommand(async () => {
  const [target] = process.argv.slice(2);
  if (target === undefined) throw new ClearError('Name the folder for the content of the image.');
  const { sizes, megabytes, packages } = await layOutImage(target);
  for (const { part, megabytes: own } of sizes.slice(0, SHOWN)) console.log(`${own.toFixed(1).padStart(8)} MB  ${part}`);
  console.log(`${megabytes.toFixed(1).padStart(8)} MB  in all, with ${packages.length} packages`);
});
