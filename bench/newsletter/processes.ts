import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** A process that speaks in lines of JSON. */
export type Speaker = {
  process: ChildProcess
  /** @returns the next line that has `key`, or undefined when the process ends before. */
  hear<Line extends object>(key: string): Promise<Line | undefined>
  ended: Promise<unknown>
}

const running = new Set<ChildProcess>()

/**
 * Nothing started here outlives its bench: they are killed with it, and end by themselves when their standard input
 * does.
 */
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** What was measured so far is told, and everything cleaned up, also when somebody has waited long enough. */
export function onInterrupt(tell: () => void, clean: () => Promise<void>): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      console.log(`\ninterrupted; what was measured until then:`)
      tell()
      for (const child of running) child.kill('SIGKILL')
      void clean().finally(() => process.exit(1))
    })
}

/** Starts a script of this folder, and ends it by force when it takes longer than `limitSeconds`. */
export function speak(script: string, env: Record<string, string>, limitSeconds?: number): Speaker {
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

/** What a sink has seen. */
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

/** A relay of its own process. */
export async function startSink(env: Record<string, string> = {}) {
  const sink = speak('sink.ts', env)
  const { port } = (await sink.hear<{ port: number }>('port'))!
  return {
    port,
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
