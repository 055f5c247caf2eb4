import { setImmediate } from 'node:timers/promises'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub, ScrollRestoration } from 'react-router'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
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
    const opened = open(deferScripts(page))
    await setImmediate()
    expect(opened.fetched()).toEqual([])
    opened.paint('first-paint')
    await setImmediate()
    expect(opened.fetched()).toEqual([])
    opened.paint('first-contentful-paint')
    await expect.poll(() => opened.imported).toEqual(everything)
    expect(opened.preloaded).toEqual(['/assets/react.js'])
    expect(opened.watches).toEqual([])
  })

  test('is waited for after the page is complete too', async () => {
    const opened = open(deferScripts(page), { readyState: 'loading' })
    opened.paint('first-contentful-paint')
    await setImmediate()
    expect(opened.fetched()).toEqual([])
    opened.dispatch('load')
    await expect.poll(() => opened.watches).toHaveLength(1)
    expect(opened.fetched()).toEqual([])
    opened.paint('first-contentful-paint')
    await expect.poll(() => opened.imported).toEqual(everything)
  })

  test('is not waited for where somebody touches the page', async () => {
    const opened = open(deferScripts(page), { readyState: 'loading' })
    opened.dispatch('pointerdown')
    await expect.poll(() => opened.imported).toEqual(everything)
    opened.dispatch('load')
    await setImmediate()
    opened.paint('first-contentful-paint')
    expect(opened.preloaded).toEqual(['/assets/react.js'])
  })

  test('is not waited for where nobody looks', async () => {
    const { imported } = open(deferScripts(page), { visibilityState: 'hidden' })
    await expect.poll(() => imported).toEqual(everything)
  })

  test.for([
    ['that knows no observer', undefined],
    ['whose observer knows no pictures', { supportedEntryTypes: ['resource'] }],
    ['whose observer does not say what it knows', {}],
  ])('is not waited for in a browser %s', async ([, PerformanceObserver]) => {
    const { imported } = open(deferScripts(page), { window: { PerformanceObserver } })
    await expect.poll(() => imported).toEqual(everything)
  })

  test('is not waited for longer than three seconds, should it not come', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const { imported } = open(deferScripts(page))
    await vi.advanceTimersByTimeAsync(2_999)
    expect(imported).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    vi.useRealTimers()
    await expect.poll(() => imported).toEqual(everything)
  })
})

test('scripts that could not be had are asked for again at the next touch, and once', async () => {
  const told = vi.spyOn(console, 'error').mockReturnValue()
  onTestFinished(() => told.mockRestore())
  let isCut = true
  const asked: string[] = []
  const load = (address: string) => {
    asked.push(address)
    return isCut ? Promise.reject(new TypeError('no line')) : Promise.resolve(1)
  }
  const opened = open(deferScripts(page), { load })
  opened.paint('first-contentful-paint')
  await expect.poll(() => told).toHaveBeenCalledOnce()
  expect(asked).toHaveLength(3)
  isCut = false
  opened.dispatch('keydown')
  opened.dispatch('online')
  await expect.poll(() => asked.slice(3)).toEqual(['/assets/manifest.js', '/assets/root.js', '/assets/page.js', '/assets/entry.js'])
  opened.dispatch('pointerdown')
  await setImmediate()
  expect(asked).toHaveLength(7)
})

/** Runs the script of a page that was shown, with a history of ours. @returns What it imported, in order. */
async function importsOf(late: string, history: object): Promise<string[]> {
  const { imported, paint } = open(late, { history })
  paint('first-contentful-paint')
  await expect.poll(() => imported).toContain('/assets/entry.js')
  return imported
}

/** Runs the script of a page in a browser of ours; the page is complete if nothing else is said. @returns What it asks for, in order, and ways to tell it of things. */
function open(
  late: string,
  given: {
    readyState?: string
    visibilityState?: string
    history?: object
    window?: { PerformanceObserver?: unknown }
    load?: (address: string) => Promise<number>
  } = {},
) {
  const [, script = ''] = /<script type="module" async="">([\s\S]*)<\/script>/.exec(late) ?? []
  const imported: string[] = []
  const preloaded: string[] = []
  const target = new EventTarget()
  const { readyState = 'complete', visibilityState = 'visible', history = {} } = given
  const { load = (address: string) => Promise.resolve(imported.push(address)) } = given
  const head = { append: ({ href }: { href: string }) => preloaded.push(href) }
  const document = { readyState, visibilityState, createElement: () => ({}), head }
  const watches: Observer[] = []
  class Observer {
    static readonly supportedEntryTypes = ['paint', 'resource']
    readonly tell: (entries: { getEntriesByName: (name: string) => string[] }, self: Observer) => void
    constructor(tell: Observer['tell']) {
      this.tell = tell
    }
    observe(what: object) {
      expect(what).toEqual({ type: 'paint', buffered: true })
      watches.push(this)
    }
    disconnect() {
      watches.splice(watches.indexOf(this), 1)
    }
  }
  const window = given.window ?? { PerformanceObserver: Observer }
  // oxlint-disable-next-line typescript/no-implied-eval -- our own script, run as a page would
  new Function('addEventListener', 'document', 'history', 'window', 'PerformanceObserver', 'load', script.replaceAll('import(', 'load('))(
    target.addEventListener.bind(target),
    document,
    history,
    window,
    window.PerformanceObserver,
    load,
  )
  return {
    imported,
    preloaded,
    watches,
    fetched: () => [...preloaded, ...imported],
    dispatch: (event: string) => target.dispatchEvent(new Event(event)),
    /** Tells all who watch that something was drawn. */
    paint: (entry: string) => {
      for (const watch of watches.slice()) watch.tell({ getEntriesByName: (name) => (name === entry ? [entry] : []) }, watch)
    },
  }
}
