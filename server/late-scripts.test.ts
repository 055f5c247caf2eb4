import { expect, test } from 'vitest'
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

test('the way back to a reader’s place waits with the scripts, in the element where React looks for it', () => {
  const place = '((storageKey, restoreKey) => { window.history.replaceState({ key: "k" }, ""); })("react-router-scroll-positions", null)'
  const late = deferScripts(page.replace('<body>', () => `<body><p>$&</p><script>${place}</script>`))
  expect(late).toContain('<body><p>$&</p><script></script>')
  expect(late.split(place)).toHaveLength(2)
  expect(late.indexOf(place)).toBeGreaterThan(late.indexOf('const begin = async () => {'))
})

test('a page without script stays as it is', () => {
  expect(deferScripts('<html><body>read me</body></html>')).toBe('<html><body>read me</body></html>')
})
