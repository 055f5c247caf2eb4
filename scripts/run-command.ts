import { spawn, type ChildProcess } from 'node:child_process'
import { delimiter, join } from 'node:path'

const running = new Set<ChildProcess>()
const graceMs = 15_000
let stopping = false

/** Result of a command: its exit code and, unless it was shown at once, its output. */
export type Outcome = { code: number; output: string }

/**
 * Runs a command of this machine or of `node_modules/.bin` in a process group of its own and waits for it.
 * Whatever the command started and forgot goes with it: the group is swept when the command ends.
 */
export function runCommand(
  command: string,
  args: string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv; show?: boolean } = {},
): Promise<Outcome> {
  // Whoever waits for a command after Ctrl-C waits until the process is gone.
  if (stopping) return new Promise(() => {})
  const cwd = options.cwd ?? process.cwd()
  const path = [join(cwd, 'node_modules/.bin'), process.env.PATH].join(delimiter)
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...options.env, PATH: path },
    stdio: ['ignore', options.show ? 'inherit' : 'pipe', options.show ? 'inherit' : 'pipe'],
    detached: true,
  })
  running.add(child)
  return new Promise((resolve) => {
    let output = ''
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (output += text))
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (output += text))
    child.on('error', (error) => resolve({ code: 127, output: `${command}: ${error.message}` }))
    child.on('exit', () => signalGroup(child, 'SIGKILL'))
    child.on('close', (code, signal) => {
      running.delete(child)
      resolve({ code: code ?? 1, output: signal ? `${output}\n${command} was stopped by ${signal}` : output })
    })
  })
}

/** Lets Ctrl-C and a plain kill end the commands first, kindly, then by force; nothing new is started meanwhile. */
export function stopCommandsOnSignal(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      stopping = true
      const ended = [...running].map((child) => new Promise((closed) => child.once('close', closed)))
      for (const child of running) child.kill(signal)
      setTimeout(() => {
        for (const child of running) signalGroup(child, 'SIGKILL')
      }, graceMs).unref()
      void Promise.all(ended).then(() => setImmediate(() => process.exit(130)))
    })
  }
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, signal)
  } catch {
    // The group is already empty: nothing was left behind.
  }
}
