import { spawn, type ChildProcess } from 'node:child_process'
import { delimiter, join } from 'node:path'

const running = new Set<ChildProcess>()
const graceMs = 15_000
let stopping = false

/** Exit code and captured output of a command. */
export type CommandResult = { code: number; output: string }

/**
 * Runs a command of the machine or of `node_modules/.bin` in its own process group and waits for it. Remaining
 * processes of the group are killed when it ends.
 */
export function runCommand(
  command: string,
  args: string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv; show?: boolean } = {},
): Promise<CommandResult> {
  // After Ctrl+C no command starts, and callers wait until the process exits.
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

/**
 * Handles Ctrl+C and SIGTERM: stops commands gracefully, then forcibly, and starts no new ones.
 *
 * @returns A function that removes the handlers, for processes that continue with other work.
 */
export function stopCommandsOnSignal(): () => void {
  const ends = (['SIGINT', 'SIGTERM', 'SIGHUP'] as const).map((signal) => {
    const stop = () => {
      stopping = true
      const ended = [...running].map((child) => new Promise((closed) => child.once('close', closed)))
      for (const child of running) child.kill(signal)
      setTimeout(() => {
        for (const child of running) signalGroup(child, 'SIGKILL')
      }, graceMs).unref()
      void Promise.all(ended).then(() => setImmediate(() => process.exit(130)))
    }
    process.once(signal, stop)
    return () => process.off(signal, stop)
  })
  return () => ends.forEach((end) => end())
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, signal)
  } catch {
    // The group is already empty.
  }
}
