import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findRequirement, requirements } from '../../scripts/test/requirements.ts'
import { viewport } from './readers.ts'

/**
 * Chromium with one page, controlled by a minimal client of its own protocol. Test automation records network traffic
 * and makes the page's process keep every response, which would add a hundred megabytes to memory measurements.
 */
export type PlainBrowser = {
  /** One connection for the page. */
  page: Connection
  /** Another for the browser as a whole. */
  whole: Connection
  evaluate(expression: string): Promise<unknown>
  /** @throws Error after `limitMs`. */
  until(expression: string, limitMs: number): Promise<void>
  close(): Promise<void>
}

type Connection = { send(method: string, params?: object): Promise<Record<string, unknown>> }

/** Starts it with a fresh profile. Nothing but the machine itself can be reached. */
export async function launchPlainBrowser(): Promise<PlainBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'swade-bench-browser-'))
  const process_ = spawn(
    findRequirement(requirements.chromium) ?? 'chromium',
    [
      '--headless',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      `--window-size=${viewport.width},${viewport.height}`,
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-background-networking',
      '--disable-quic',
      '--force-prefers-reduced-motion',
      '--disable-features=SpareRendererForSitePerProcess',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
      'about:blank',
    ],
    { stdio: 'ignore' },
  )
  const portFile = join(profile, 'DevToolsActivePort')
  for (let waited = 0; !existsSync(portFile) || !readFileSync(portFile, 'utf8').includes('\n'); waited += 100) {
    if (waited > 20_000) throw new Error('Chromium did not print the address of its debugger')
    await sleep(100)
  }
  const origin = `http://127.0.0.1:${readFileSync(portFile, 'utf8').split('\n')[0]}`
  const ask = async <T>(path: string) => (await (await fetch(origin + path)).json()) as T
  const targets = await ask<{ type: string; webSocketDebuggerUrl: string }[]>('/json')
  const page = await connect(targets.find(({ type }) => type === 'page')!.webSocketDebuggerUrl)
  const whole = await connect((await ask<{ webSocketDebuggerUrl: string }>('/json/version')).webSocketDebuggerUrl)
  const evaluate = async (expression: string) => {
    const { result, exceptionDetails } = await page.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    })
    if (exceptionDetails) throw new Error(`the page could not evaluate ${expression}`)
    return (result as { value: unknown }).value
  }
  return {
    page,
    whole,
    evaluate,
    async until(expression, limitMs) {
      for (let waited = 0; !(await evaluate(expression)); waited += 100) {
        if (waited > limitMs) throw new Error(`not within ${limitMs} ms: ${expression}`)
        await sleep(100)
      }
    },
    close: () => close(process_, profile),
  }
}

async function connect(address: string): Promise<Connection> {
  const socket = new WebSocket(address)
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', reject)
  })
  const waiting = new Map<
    number,
    { resolve: (result: Record<string, unknown>) => void; reject: (error: Error) => void }
  >()
  let last = 0
  socket.addEventListener('message', ({ data }) => {
    const { id, result, error } = JSON.parse(String(data)) as {
      id?: number
      result?: Record<string, unknown>
      error?: { message: string }
    }
    const resolver = id === undefined ? undefined : waiting.get(id)
    if (!resolver) return
    waiting.delete(id!)
    if (error) resolver.reject(new Error(error.message))
    else resolver.resolve(result ?? {})
  })
  socket.addEventListener('close', () => waiting.forEach(({ reject }) => reject(new Error('the browser has exited'))))
  return {
    send: (method, params = {}) =>
      new Promise((resolve, reject) => {
        waiting.set(++last, { resolve, reject })
        socket.send(JSON.stringify({ id: last, method, params }))
      }),
  }
}

async function close(browser: ChildProcess, profile: string): Promise<void> {
  const gone = new Promise((resolve) => browser.once('exit', resolve))
  browser.kill('SIGKILL')
  await gone
  rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
}
