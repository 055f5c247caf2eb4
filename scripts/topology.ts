import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ensureBuild } from './build.ts'
import { environmentSchema } from '../platform/config.ts'
import { loadEnvFile } from '../platform/env-file.ts'
import { namesObjectStorage } from './topology/object-storage.ts'
import { startTopology } from './topology/start-topology.ts'
import { superviseTopology } from './topology/supervise.ts'
import { expectNoArguments } from './usage.ts'

/*
 * `npm run topology`: starts the processes of deploy/compose.yaml on this machine, with separate data folders in
 * data/topology and nginx in front. Settings come from the environment and .env; PORT is the port of the proxy (3000).
 * Without S3 settings, the S3 server of the tests, a development dependency, keeps the files that the processes share.
 * A process that ends is started again from the current build. Commands such as the backup find the site by the file
 * topology.env in that folder. Ctrl+C stops everything.
 */
expectNoArguments(`Starts the processes of deploy/compose.yaml on this machine, with nginx in front.

  npm run topology

Settings come from the environment and .env. PORT is the port of the proxy, 3000 by default.
Press Ctrl+C to stop everything.`)
const root = join(import.meta.dirname, '..')
await ensureBuild()
const given = loadEnvFile(root)
const own = new Set(['PATH', 'HOME', 'ROLE', 'HOST', 'PORT', 'DATA_DIR', 'NODE_ENV'])
// As in compose.yaml: the proxy needs that long to use a process again that has just come back.
const environment: Record<string, string> = { SHUTDOWN_DELAY_SECONDS: '3' }
for (const [name, value] of Object.entries(given))
  if (value && /^[A-Z][A-Z0-9_]*$/.test(name) && !own.has(name)) environment[name] = value
const folder = resolve(root, given['DATA_DIR'] ?? 'data', 'topology')
const topology = await startTopology({ root, folder, port: Number(given['PORT'] ?? 3000), environment })

const print = (text: string) => process.stdout.write(`${text}\n`)
const settingsFile = join(folder, 'topology.env')
mkdirSync(folder, { recursive: true })
const settings = { ...environment, ...topology.sharedSettings, DATA_DIR: join(folder, 'commands') }
const isSetting = (name: string) => Object.hasOwn(environmentSchema.shape, name) && name !== 'ENV_FILE'
writeFileSync(
  settingsFile,
  Object.entries(settings)
    .filter(([name]) => isSetting(name))
    .map(([name, value]) => `${name}=${quote(value)}\n`)
    .join(''),
  { mode: 0o600 },
)
const lines = Object.values(topology.processes).map(
  ({ name, role, origin, pid }) => `  ${name.padEnd(8)} ROLE=${role.padEnd(8)} ${origin.padEnd(24)} process ${pid}`,
)
print(`
  The topology is running at ${topology.origin}. Data: ${folder}

${lines.join('\n')}

  ${
    namesObjectStorage(environment)
      ? `Files are in the configured bucket ${environment['S3_BUCKET']}.`
      : `Files are in the S3 server for tests (a development dependency), in ${join(folder, 's3')}.`
  }
  Each process writes its log to a file in that folder, such as ${topology.processes['web-1'].logFile}.
  Stop a process with kill: the others take over, and it is restarted from the current build.
  To run commands for this site, name its settings: ENV_FILE=${settingsFile} npm run doctor
  Press Ctrl+C to stop everything.
`)
const stopSupervision = superviseTopology(topology, print)
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    stopSupervision()
      .then(() => topology.stop())
      .then(
        () => process.exit(0),
        () => process.exit(1),
      )
  })

/** Writes a value as `util.parseEnv` reads it. Values with all three kinds of quotes cannot be written. */
function quote(value: string): string {
  const mark = ["'", '"', '`'].find((one) => !value.includes(one))
  if (!mark)
    throw new Error(
      'A setting contains single quotes, double quotes and backticks, so it cannot be written to topology.env.',
    )
  return mark + value + mark
}
