// The output of `--help`. Plain JavaScript, because it must work before anything is installed.

/** By the name that package.json passes to tools/bootstrap.mjs. */
export const HELP = {
  start: `Usage: npm start [-- <options>]

Installs what is missing, builds, and starts Parley with its stores and two demo organizations. Ctrl-C stops it.

  --detach                               return when Parley is ready, and keep it running in the background
  --reset                                delete all data in .parley first; asks before it does
  --yes                                  do not ask; --reset needs it where there is no terminal
  --observe                              also start a Prometheus with our alert rules (package prometheus), and print its address
  --replicas event-queue=2,gateway=2     how many processes to run of a service (1 to 16)
  --cells 2                              how many cells to run (1 to 4), each with a PostgreSQL, a Redis and services of its own

Variables: PORT (9991), DATABASE_URL, REDIS_URL, NATS_URL, SMTP_URL, LOG_LEVEL.`,
  stop: `Usage: npm run stop

Stops Parley and its stores. The data stays in .parley.`,
  status: `Usage: npm run status [-- <options>]

Lists the processes that run, with their addresses.

  --json     for scripts`,
  scale: `Usage: npm run scale -- <service>=<number>[,<service>=<number>]

Changes how many processes of a service run, while Parley runs. As in npm run scale -- event-queue=3,gateway=2.
With several cells, cell-2-event-queue=3 means that of the second one.
Services: organization, channels, messaging, settings, invitations, notifications, event-queue, gateway. Numbers: 1 to 16.`,
  test: `Usage: npm test [-- <words>]

Runs the tests. Without words it runs them all. It needs no running Parley: it starts its own.

Words: a stage (check, unit, contract, deploy, integration, api, clients, cluster), or a part of a test file's path.
As in npm test -- unit, or npm test -- integration apps/channels.`,
  clients: `Usage: npm run test:clients

Runs stock clients against a Parley of its own, and writes the tables of docs/clients.md.`,
  pictures: `Usage: npm run pictures

Makes the pictures of the web app in docs/pictures, with a Parley of its own that is filled for them.`,
  abuse: `Usage: npm run test:abuse

Attacks a Parley of its own in many ways, and prints what was tried and what held.`,
  deploy: `Usage: npm run test:deploy

Tests the alert rules, the chart and the content of the image, with promtool and helm. Builds helm with Go if it is missing, which
takes some minutes.`,
  nodes: `Usage: npm run test:nodes [-- <options> <words>]

Runs tests with other versions of Node, which it fetches from npm. Without words: unit, contract and api.

  --nodes 22,24     which lines of Node
  <words>           as for npm test`,
  'pack-client': `Usage: npm run pack:client [-- <folder>]

Builds @parley/client as a package for npm, with types, and prints the path of the file (default folder: libs/client/dist).`,
  stores: `Usage: npm run test:stores

Starts the stores that single integration tests use. Ctrl-C stops them.`,
  faults: `Usage: npm run test:faults [-- <options>]

Runs the random tests with seeds of the day. Then kills processes and stores under load, and counts lost, duplicated
and reordered messages.

  --minutes 10     duration of the kills
  --seeds 10       number of seeds for the random tests (1 to 100)

Variables: PARLEY_TEST_SEEDS (such as 2026112203 or 1,2,3) replaces the seeds of the day, also for npm test.`,
  upgrade: `Usage: npm run test:upgrade [-- <options>]

Upgrades a Parley of its own from the previous version to this one under load, one process after the other, and takes the upgrade back.
Counts failed requests and lost, duplicated and reordered events. Builds the previous version in .parley/upgrade first.

  --from <commit>     another version to upgrade from; a tag or a commit of this clone`,
  'restore-drill': `Usage: npm run drill:restore [-- <options>]

Starts a Parley of its own, fills it with messages, backs it up, loses it, and restores it into empty stores. Prints how long it took.
docs/restore.md says how to read it.

  --messages 1000000     messages in the history`,
  'scale-drill': `Usage: npm run drill:scale [-- <options>]

Starts a Parley of its own with one event-queue, raises the load until an autoscaler would add another, adds it, and shows that
the signal falls. Writes a plot, and pictures of Prometheus, into .parley/scale-drill-results. docs/operations.md shows a run.

  --target 0.6     cores of each replica that the autoscaler aims at; 0.6 as in the chart, less on a small machine`,
  'polls-drill': `Usage: npm run drill:polls [-- <options>]

Starts a Parley of its own with several gateways and event-queues, registers queues in 32 organizations, and holds a poll on each.
Measures what that costs, sends a message to everyone, kills an event-queue and sends again. Fails unless every queue received
each message once. 50,000 polls take about ten minutes on two cores. Results are in .parley/bench/polls.

  --polls 50000      held polls
  --gateways 4       one for at most 15,000 polls
  --event-queues 8`,
  mutation: `Usage: npm run test:mutation [-- <libraries or globs> <options>]

Changes the sources of libraries in many small ways, one after the other, and runs the specs that reach the change
(in markdown: the spec of the changed file).
A change that no spec notices is a survivor. Prints survivors and the score of each library, and fails below 85 %.
Takes some minutes to half an hour. Reports are in .parley/mutation.

  access                           only these: rpc, runtime, access, contracts, client-events, markdown,
                                   gateway, channels, invitations, settings, organization, messaging
  'libs/access/src/groups/*.ts'    only these sources
  --concurrency 2                  number of processes that run specs (half of the processors)`,
  check: `Usage: npm run check [-- <options>]

Checks format, lint, types and the rules of the workspace.

  --fix             first correct what is safe to correct
  --rule <name>     only this rule; can be repeated
  --list            name the rules
  --json <file>     also write a report`,
  build: `Usage: npm run build

Bundles every process whose sources changed. npm run check checks types.`,
  bench: `Usage: npm run bench [-- <options>]

Measures the processor time of each process for what people do all day, on a Parley of its own. docs/performance.md says how to read it.
Writes a table, JSON and SVG into .parley/bench after each scenario. Fails if a scenario failed. Linux only.

  --quick                fewer and shorter windows
  --only users-me,send   only these scenarios, by name or by the beginning of names up to a hyphen; lanes runs only if it is named
  --compare <file>       also print the change since an earlier run, from its JSON
  --profile send-100     run one scenario, and print where the services spend their time`,
  capacity: `Usage: npm run capacity -- --organizations <n> --online <n> --sends-per-second <n> [<options>]

Prints what an installation of this size needs: processes, cells, Redis nodes, connections and memory, and what is full first. docs/scale.md says how
it calculates.

  --recipients <n>                 held polls that receive a message, 10
  --registrations-per-second <n>   default: each person online registers once an hour
  --postgres-cores <n>             cores of one PostgreSQL, 16
  --nats-cores <n>                 cores of one NATS server, 4
  --use <per cent>                 share of a processor that is planned to be used, 50
  --from <file>                    the JSON of another bench; default: the newest in bench/reference`,
  admin: `Usage: npm run admin -- <command> [<arguments>]

Runs a command for operators against the Parley that npm start runs.

  npm run admin -- help                   lists the commands
  npm run admin -- help <command>         explains one command`,
};
