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

test('a page without script stays as it is', () => {
  expect(deferScripts('<html><body>read me</body></html>')).toBe('<html><body>read me</body></html>')
})
