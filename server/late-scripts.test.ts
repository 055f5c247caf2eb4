import { setImmediate } from 'node:timers/promises'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub, ScrollRestoration } from 'react-router'
import { describe, expect, test, vi } from 'vitest'
import { deferScripts } from './late-scripts.ts'

const page = `<html><head><link rel="modulepreload" href="/assets/react.js"/><link rel="icon" href="/i.svg"/></head><body><script type="module" async="">import "/assets/manifest.js";
import * as route0 from "/assets/root.js";
import * as route1 from "/assets/page.js";
  
  window.__reactRouterRouteModules = {"root":route0,"page":route1};

import("/assets/entry.js");</script></body></html>`

test('nothing of a page’s script is fetched before the page is there', () => {
  const late = deferScripts(page)
  expect(late).not.toContain('<link rel="modulepreload"')
  expect(late).not.toMatch(/^import /m)
  expect(late).toContain('<link rel="icon" href="/i.svg"/>')
})

test('what runs later is the same: every module, then the entry', () => {
  const late = deferScripts(page)
  expect(late).toContain(
    'const [, route0, route1] = await Promise.all([import("/assets/manifest.js"), import("/assets/root.js"), import("/assets/page.js")]);',
  )
  expect(late).toContain('window.__reactRouterRouteModules = {"root":route0,"page":route1};')
  expect(late).toContain('await import("/assets/entry.js");')
  expect(late).toContain('["/assets/react.js"]')
})

test('a press that came too early is done once the page is ready', () => {
  const window = new EventTarget()
  const presses: string[] = []
  const button = { isConnected: true, click: () => presses.push('again') }
  const [, script = ''] = /<script type="module" async="">([\s\S]*)<\/script>/.exec(deferScripts(page)) ?? []
  const on = window.addEventListener.bind(window)
  // The script as the browser gets it, on a window of ours; the page is still loading, so nothing is imported.
  // oxlint-disable-next-line typescript/no-implied-eval -- our own script, run as a page would
  new Function('addEventListener', 'removeEventListener', 'document', script.replaceAll('import(', 'load('))(
    on,
    window.removeEventListener.bind(window),
    { readyState: 'loading' },
  )
  const click = Object.defineProperty(new Event('click'), 'target', { value: { closest: () => button } })
  window.dispatchEvent(click)
  expect(presses).toEqual([])
  window.dispatchEvent(new Event('swade:ready'))
  window.dispatchEvent(new Event('swade:ready'))
  expect(presses).toEqual(['again'])
})

describe('the way back to a reader’s place', () => {
  const script = renderToStaticMarkup(createElement(createRoutesStub([{ path: '/', Component: () => createElement(ScrollRestoration) }])))

  test('is looked for early only where the browser leaves it to us', () => {
    const late = deferScripts(page.replace('<body>', () => `<body>${script}`))
    expect(script).toContain('sessionStorage.getItem(storageKey)')
    expect(late).toContain('<script>if (history.scrollRestoration === "manual") ((storageKey, restoreKey) => {')
    expect(late.match(/sessionStorage\.getItem/g)).toHaveLength(1)
  })

  test('names the entry before the scripts come, and without leave to do so they come all the same', async () => {
    const late = deferScripts(page.replace('<body>', () => `<body>${script}`))
    const named: unknown[] = []
    const unlocked = { state: null, replaceState: (state: unknown) => named.push(state) }
    const locked = {
      state: null,
      replaceState: () => {
        throw new DOMException('too many', 'SecurityError')
      },
    }
    const told = vi.spyOn(console, 'error').mockReturnValue()
    expect(await importsOf(late, unlocked)).toEqual(['/assets/manifest.js', '/assets/root.js', '/assets/page.js', '/assets/entry.js'])
    expect(named).toEqual([{ key: expect.stringMatching(/^\w+$/) }])
    expect(await importsOf(late, { state: { key: 'known' }, replaceState: unlocked.replaceState })).toHaveLength(4)
    expect(named).toHaveLength(1)
    expect(await importsOf(late, locked)).toHaveLength(4)
    expect(told).toHaveBeenCalledOnce()
    told.mockRestore()
  })
})

test('a page without script stays as it is', () => {
  expect(deferScripts('<html><body>read me</body></html>')).toBe('<html><body>read me</body></html>')
})

describe('the first picture', () => {
  const everything = ['/assets/manifest.js', '/assets/root.js', '/assets/page.js', '/assets/entry.js']

  test('comes before anything is fetched', async () => {
    const { imported, paint } = open(deferScripts(page))
    await setImmediate()
    expect(imported).toEqual([])
    paint()
    await expect.poll(() => imported).toEqual(everything)
  })

  test('is not waited for where nobody looks', async () => {
    const { imported } = open(deferScripts(page), { visibilityState: 'hidden' })
    await expect.poll(() => imported).toEqual(everything)
  })

  test('is not waited for longer than three seconds, should the browser never tell of it', async () => {
    vi.useFakeTimers()
    const { imported } = open(deferScripts(page))
    await vi.advanceTimersByTimeAsync(2_999)
    expect(imported).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    vi.useRealTimers()
    await expect.poll(() => imported).toEqual(everything)
  })
})

/** Runs the script of a page that was shown, with a history of ours. @returns What it imported, in order. */
async function importsOf(late: string, history: object): Promise<string[]> {
  const { imported, paint } = open(late, { history })
  paint()
  await expect.poll(() => imported).toContain('/assets/entry.js')
  return imported
}

/** Runs the script of a page that is complete. @returns What it imports, in order, and a way to tell it of the first picture. */
function open(late: string, { history = {}, visibilityState = 'visible' } = {}) {
  const [, script = ''] = /<script type="module" async="">([\s\S]*)<\/script>/.exec(late) ?? []
  const imported: string[] = []
  const load = (address: string) => Promise.resolve(imported.push(address))
  const document = { readyState: 'complete', visibilityState, createElement: () => ({}), head: { append: () => undefined } }
  const watches: (() => void)[] = []
  class Observer {
    readonly tell: (entries: unknown, self: Observer) => void
    constructor(tell: (entries: unknown, self: Observer) => void) {
      this.tell = tell
    }
    observe(what: object) {
      expect(what).toEqual({ type: 'paint', buffered: true })
      watches.push(() => this.tell([], this))
    }
    disconnect() {
      watches.length = 0
    }
  }
  // oxlint-disable-next-line typescript/no-implied-eval -- our own script, run as a page would
  new Function('addEventListener', 'document', 'history', 'window', 'PerformanceObserver', 'load', script.replaceAll('import(', 'load('))(
    () => undefined,
    document,
    history,
    {},
    Observer,
    load,
  )
  return { imported, paint: () => watches.forEach((told) => told()) }
}
