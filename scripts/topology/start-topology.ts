import { spawn } from 'node:child_process'
import { closeSync, fstatSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startTopologyDatabase } from './postgres.ts'
import { startTopologyStorage } from './object-storage.ts'
import { startProxy } from './proxy.ts'

const startLimitMs = 120_000

/**
 * The processes of deploy/compose.yaml. Each is a host of its own, with an address of the loopback network and a data
 * folder.
 */
export const topologyProcesses = [
  { name: 'web-1', role: 'web', address: '127.0.0.11' },
  { name: 'web-2', role: 'web', address: '127.0.0.12' },
  { name: 'worker', role: 'worker', address: '127.0.0.21' },
  { name: 'station', role: 'station', address: '127.0.0.31' },
] as const

/** Name of a process of the topology. */
export type ProcessName = (typeof topologyProcesses)[number]['name']

/** A process to be started: `address` is one of the loopback network that no other process has. */
export type TopologyHost = { name: string; role: string; address: string }

/** A running process of the topology. */
export type TopologyProcess = {
  name: string
  role: string
  origin: string
  dataDir: string
  pid: number
  /** File to which the process writes its output. */
  logFile: string
  /** Returns the output of the process so far. */
  printed(): string
  /** Resolves when the process has ended, for whatever reason. */
  ended: Promise<void>
  /** Sends a signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<void>
}

/** The running topology. */
export type Topology = {
  /** Address of the proxy. */
  origin: string
  databaseUrl: string
  /** Settings by which all processes reach the database and the object storage. */
  sharedSettings: Record<string, string>
  processes: Record<ProcessName, TopologyProcess>
  /** Starts a process again, after its end: from `release`, the folder of another built copy, if it is given. */
  restart(name: ProcessName, release?: string): Promise<void>
  /** Starts a further process, such as a second worker, that ends with the topology. */
  add(host: TopologyHost): Promise<TopologyProcess>
  /** Kills the proxy and starts it again. */
  restartProxy(): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts the topology of deploy/compose.yaml as plain processes of the built site: PostgreSQL, two web processes, a
 * worker, a station, and nginx with the reference configuration.
 *
 * @param options.folder Holds all data; a second start continues with it.
 * @param options.port Port of the proxy and of every process.
 * @param options.environment Settings of all processes. `DATABASE_URL` and `S3_…` name services that run already.
 * @param options.sharesFiles False leaves every process with the files in its own data folder; by default they share an
 *   object storage.
 * @param options.environmentOf Settings of one process.
 * @throws Error with the output of a process that does not start.
 */
export async function startTopology({
  root,
  folder,
  port,
  environment = {},
  sharesFiles = true,
  environmentOf = () => ({}),
}: {
  root: string
  folder: string
  port: number
  environment?: Record<string, string>
  sharesFiles?: boolean
  environmentOf?: (name: ProcessName) => Record<string, string>
}): Promise<Topology> {
  const resources = new AsyncDisposableStack()
  try {
    const given = environment['DATABASE_URL']
    const database = given ? undefined : await startTopologyDatabase(join(folder, 'postgres'))
    if (database) resources.defer(() => database.stop())
    const databaseUrl = given ?? database!.url
    const storage = sharesFiles ? await startTopologyStorage(environment, join(folder, 's3')) : undefined
    if (storage) resources.defer(() => storage.stop())
    const sharedSettings = { ...storage?.environment, DATABASE_URL: databaseUrl }
    const start = (one: TopologyHost, own: Record<string, string> = {}, release = root) =>
      startProcess({
        ...one,
        root: release,
        port,
        dataDir: join(folder, one.name),
        environment: { ...environment, ...own, ...sharedSettings },
      })
    const processes = {} as Topology['processes']
    // Read when the topology ends, since processes are restarted.
    resources.defer(async () => {
      await Promise.all(Object.values(processes).map((one) => one.end('SIGTERM')))
    })
    // The first one applies the migrations.
    const [first, ...others] = topologyProcesses
    processes[first.name] = await start(first, environmentOf(first.name))
    await Promise.all(others.map(async (one) => (processes[one.name] = await start(one, environmentOf(one.name)))))
    const listen = `127.0.0.1:${port}`
    const servers = topologyProcesses.flatMap(({ role, address }) => (role === 'web' ? [`${address}:${port}`] : []))
    const openProxy = () => startProxy({ root, folder: join(folder, 'proxy'), servers, listen })
    let proxy = await openProxy()
    resources.defer(() => proxy.stop())
    let stopped: Promise<void> | undefined
    return {
      origin: `http://${listen}`,
      databaseUrl,
      sharedSettings,
      processes,
      async restart(name, release) {
        processes[name] = await start(
          topologyProcesses.find((one) => one.name === name)!,
          environmentOf(name),
          release,
        )
      },
      async add(host) {
        const added = await start(host)
        resources.defer(() => added.end('SIGTERM'))
        return added
      },
      async restartProxy() {
        await proxy.kill()
        proxy = await openProxy()
      },
      stop: () => (stopped ??= resources.disposeAsync()),
    }
  } catch (error) {
    await resources.disposeAsync()
    throw error
  }
}

async function startProcess({
  name,
  role,
  address,
  root,
  port,
  dataDir,
  environment,
}: TopologyHost & {
  root: string
  port: number
  dataDir: string
  environment: Record<string, string>
}): Promise<TopologyProcess> {
  mkdirSync(dataDir, { recursive: true })
  const origin = `http://${address}:${port}`
  // A restarted process continues the file.
  const logFile = `${dataDir}.log`
  const output = openSync(logFile, 'a')
  const from = fstatSync(output).size
  const printed = () => readFileSync(logFile).subarray(from).toString('utf8')
  const child = spawn(process.execPath, ['build/server/main.js'], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: 'production',
      TRUSTED_PROXIES: '127.0.0.1',
      ...environment,
      ROLE: role,
      HOST: address,
      // Every process has the same port, and so the same origin as the proxy.
      PORT: String(port),
      DATA_DIR: dataDir,
    },
    stdio: ['ignore', output, output],
  })
  closeSync(output)
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  const end = async (signal: NodeJS.Signals) => {
    if (!hasEnded()) child.kill(signal)
    await ended
  }
  for (const until = Date.now() + startLimitMs; ; await sleep(50)) {
    if (hasEnded() || Date.now() > until) {
      await end('SIGKILL')
      throw new Error(`${name} did not start:\n${printed()}`)
    }
    if (!printed().includes('Swade is running.')) continue
    if ((await fetch(`${origin}/readyz`).catch(() => undefined))?.ok) break
  }
  return { name, role, origin, dataDir, pid: child.pid ?? 0, logFile, printed, ended, end }
}
