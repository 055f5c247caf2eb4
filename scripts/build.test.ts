import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import browserConfig from '../rolldown.browser.config.ts'
import serverConfig from '../rolldown.config.ts'
import { buildSources } from './build.ts'

const root = join(import.meta.dirname, '..')
const isSource = (path: string) => buildSources.some((source) => path === source || path.startsWith(`${source}/`))

test('a change of any bundled file, or of one that a command imports, causes a new build', () => {
  const entries = [serverConfig, ...browserConfig].flatMap(({ input }) =>
    typeof input === 'string' ? input : Object.values(input ?? {}),
  )
  expect(entries.length).toBeGreaterThan(10)
  for (const entry of entries) {
    expect.soft(isSource(entry), entry).toBe(true)
    const imported = [...readFileSync(join(root, entry), 'utf8').matchAll(/from '(\.[^']+)'/g)]
    for (const [, path = ''] of imported) {
      const file = join(dirname(entry), path)
      expect.soft(isSource(file), `${file}, imported by ${entry}`).toBe(true)
    }
  }
})
