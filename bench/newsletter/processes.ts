import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** A process that reports its results as lines of JSON. */
export type JsonProcess = {
  process: ChildProcess
  /** @returns The next line with `key`, or undefined when the process ends first. */
  hear<Line extends object>(key: string): Promise<Line | undefined>
  ended: Promise<unknown>
}

const running = new Set<ChildProcess>()

/** Processes started here are killed with the benchmark, and exit when their standard input closes. */
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** Prints the results so far and cleans up when the benchmark is interrupted. */
export function onInterrupt(tell: () => void, clean: () => Promise<void>): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      console.log(`\ninterrupted; results so far:`)
      tell()
      for (const child of running) child.kill('SIGKILL')
      void clean().finally(() => process.exit(1))
    })
}

/** Starts a script of this folder and kills it when it takes longer than `limitSeconds`. */
export function startJsonProcess(script: string, env: Record<string, string>, limitSeconds?: number): JsonProcess {
  const child = spawn(process.execPath, [join(import.meta.dirname, script)], {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  running.add(child)
  child.stdin.on('error', () => undefined)
  const limit = limitSeconds ? setTimeout(() => child.kill('SIGKILL'), limitSeconds * 1000) : undefined
  const lines: object[] = []
  let isOver = false
  let wake: () => void = () => undefined
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line.startsWith('{"soFar"'))
      process.stderr.write(`    … ${(JSON.parse(line) as { soFar: number }).soFar} so far\n`)
    else if (line.startsWith('{')) lines.push(JSON.parse(line) as object)
    wake()
  })
  const ended = once(child, 'close').then(() => {
    isOver = true
    running.delete(child)
    clearTimeout(limit)
    wake()
  })
  return {
    process: child,
    ended,
    async hear<Line extends object>(key: string) {
      for (;;) {
        const at = lines.findIndex((line) => key in line)
        if (at !== -1) return lines.splice(at, 1)[0] as Line
        if (isOver) return undefined
        await new Promise<void>((resolve) => (wake = resolve))
      }
    },
  }
}

/** Counts of an SMTP sink. */
export type Seen = {
  count: number
  bytes: number
  different: number
  twice: string[]
  good: number
  bad: number
  mostInASecond: number
  seconds: number
  recipients?: string[]
}

/** Starts an SMTP sink in a separate process. */
export async function startSink(env: Record<string, string> = {}) {
  const sink = startJsonProcess('sink.ts', env)
  const { port } = (await sink.hear<{ port: number }>('port'))!
  return {
    port,
    pid: sink.process.pid ?? 0,
    async seen(): Promise<Seen> {
      sink.process.kill('SIGUSR2')
      return (await sink.hear<Seen>('count'))!
    },
    async stop() {
      sink.process.kill('SIGTERM')
      await sink.ended
    },
  }
}
