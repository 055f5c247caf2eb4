import { join, resolve } from 'node:path'
import { ensureBuild } from './build.ts'
import { loadEnvFile } from '../platform/env-file.ts'
import { namesObjectStorage } from './topology/object-storage.ts'
import { startTopology } from './topology/start-topology.ts'

/*
 * `npm run topology`: starts the processes of deploy/compose.yaml on this machine, with separate data folders in
 * data/topology and nginx in front. Settings come from the environment and .env; PORT is the port of the proxy (3000).
 * Without S3 settings, the S3 server of the tests, a development dependency, keeps the files that the processes share.
 * Ctrl+C stops everything.
 */
const root = join(import.meta.dirname, '..')
ensureBuild()
const given = loadEnvFile(root)
const own = new Set(['PATH', 'HOME', 'ROLE', 'HOST', 'PORT', 'DATA_DIR', 'NODE_ENV'])
const environment: Record<string, string> = {}
for (const [name, value] of Object.entries(given))
  if (value && /^[A-Z][A-Z0-9_]*$/.test(name) && !own.has(name)) environment[name] = value
const folder = resolve(root, given['DATA_DIR'] ?? 'data', 'topology')
const topology = await startTopology({ root, folder, port: Number(given['PORT'] ?? 3000), environment })

const lines = Object.values(topology.processes).map(
  ({ name, role, origin, pid }) => `  ${name.padEnd(8)} ROLE=${role.padEnd(8)} ${origin.padEnd(24)} process ${pid}`,
)
process.stdout.write(`
  The topology is running at ${topology.origin}. Data: ${folder}

${lines.join('\n')}

  ${
    namesObjectStorage(environment)
      ? `Files are in the configured bucket ${environment['S3_BUCKET']}.`
      : `Files are in the S3 server for tests (a development dependency), in ${join(folder, 's3')}.`
  }
  Stop a process with kill to see the others take over. Press Ctrl+C to stop all.

`)
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    topology.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  })
