import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findRequirement, requirements } from '../../scripts/test/requirements.ts'
import { onFreePort } from './free-port.ts'

const readyLimitMs = 15_000
const password = 'source-of-a-test'

/** A real Icecast server with ffmpeg as its source. */
export type Icecast = {
  /** Address of the stream. */
  streamUrl: string
  pid: number
  /** Stops the source; listeners receive nothing. */
  stopSource(): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts Icecast and streams recordings in a loop, unmodified and in real time.
 *
 * @param recordings Absolute paths of MP3 files of one bit rate.
 */
export function startIcecast(
  recordings: string[],
  { mostListeners = 100 }: { mostListeners?: number } = {},
): Promise<Icecast> {
  return onFreePort((port) => startOn(port, recordings, mostListeners))
}

async function startOn(port: number, recordings: string[], mostListeners: number): Promise<Icecast> {
  const folder = mkdtempSync(join(tmpdir(), 'swade-icecast-'))
  const streamUrl = `http://127.0.0.1:${port}/radio.mp3`
  writeFileSync(join(folder, 'icecast.xml'), settings({ folder, port, mostListeners }))
  writeFileSync(
    join(folder, 'recordings.txt'),
    recordings.map((path) => `file '${path.replaceAll("'", String.raw`'\''`)}'\n`).join(''),
  )
  // As root, Icecast switches to a user that must be able to write logs.
  chmodSync(folder, 0o777)

  const server = spawn(program('icecast'), ['-c', join(folder, 'icecast.xml')], { stdio: ['ignore', 'ignore', 'pipe'] })
  let isTaken = false
  server.stderr
    .setEncoding('utf8')
    .on('data', (text: string) => (isTaken ||= text.includes('Could not create listener socket')))
  const source = { child: undefined as ChildProcess | undefined }
  const stop = async () => {
    await Promise.all([end(source.child), end(server)])
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await until(async () => (await fetch(`http://127.0.0.1:${port}/status-json.xsl`)).ok, server)
    source.child = feed(join(folder, 'recordings.txt'), `icecast://source:${password}@127.0.0.1:${port}/radio.mp3`)
    await until(() => isSounding(streamUrl), server)
  } catch (error) {
    await stop()
    throw isTaken ? new Error(`Icecast did not start: EADDRINUSE ${port}`, { cause: error }) : error
  }
  return { streamUrl, pid: server.pid ?? 0, stopSource: () => end(source.child), stop }
}

function feed(list: string, target: string): ChildProcess {
  const input = ['-re', '-stream_loop', '-1', '-f', 'concat', '-safe', '0', '-i', list]
  const output = [
    '-map',
    '0:a',
    '-c',
    'copy',
    '-write_xing',
    '0',
    '-id3v2_version',
    '0',
    '-content_type',
    'audio/mpeg',
    '-f',
    'mp3',
    target,
  ]
  return spawn(program('ffmpeg'), ['-nostdin', '-loglevel', 'error', ...input, ...output], { stdio: 'ignore' })
}

async function isSounding(streamUrl: string): Promise<boolean> {
  const ending = new AbortController()
  const response = await fetch(streamUrl, { signal: ending.signal })
  ending.abort()
  return response.status === 200
}

function program(name: 'icecast' | 'ffmpeg'): string {
  const path = findRequirement(requirements[name])
  if (!path)
    throw new Error(`${requirements[name].name} is missing; node scripts/install-test-requirements.ts installs it`)
  return path
}

async function until(isReady: () => Promise<boolean>, server: ChildProcess): Promise<void> {
  for (const deadline = Date.now() + readyLimitMs; Date.now() < deadline; await sleep(50)) {
    if (server.exitCode !== null) throw new Error(`Icecast ended with ${server.exitCode}`)
    if (await isReady().catch(() => false)) return
  }
  throw new Error(`Icecast or its source was not ready within ${readyLimitMs} ms`)
}

async function end(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  const force = setTimeout(() => child.kill('SIGKILL'), 5000)
  await ended
  clearTimeout(force)
}

function settings({ folder, port, mostListeners }: { folder: string; port: number; mostListeners: number }): string {
  const user = process.getuid?.() === 0 ? '<changeowner><user>nobody</user><group>nogroup</group></changeowner>' : ''
  return `<icecast>
  <limits>
    <clients>${mostListeners + 100}</clients><sources>2</sources>
    <queue-size>1048576</queue-size><burst-on-connect>1</burst-on-connect><burst-size>65536</burst-size>
    <client-timeout>30</client-timeout><header-timeout>15</header-timeout><source-timeout>10</source-timeout>
  </limits>
  <authentication>
    <source-password>${password}</source-password><relay-password>${password}</relay-password>
    <admin-user>admin</admin-user><admin-password>${password}</admin-password>
  </authentication>
  <hostname>127.0.0.1</hostname>
  <listen-socket><port>${port}</port><bind-address>127.0.0.1</bind-address></listen-socket>
  <http-headers><header name="Access-Control-Allow-Origin" value="*" /></http-headers>
  <fileserve>1</fileserve>
  <paths>
    <basedir>/usr/share/icecast2</basedir><logdir>${folder}</logdir>
    <webroot>/usr/share/icecast2/web</webroot><adminroot>/usr/share/icecast2/admin</adminroot>
  </paths>
  <logging><accesslog>access.log</accesslog><errorlog>error.log</errorlog><loglevel>2</loglevel></logging>
  <security><chroot>0</chroot>${user}</security>
</icecast>
`
}
