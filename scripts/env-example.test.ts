import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { environmentSchema, readConfig } from '#platform/config.ts'
import { envExample, envExamplePath } from './env-example.ts'

test('the example has every setting of the schema (after a change run npm run env:example)', () => {
  expect(readFileSync(envExamplePath, 'utf8')).toBe(
    envExample(environmentSchema.shape, readFileSync('docs/settings.md', 'utf8')),
  )
})

test('the defaults in the example are valid and match the schema', () => {
  const uncommented = readFileSync(envExamplePath, 'utf8').replace(/^#(?=[A-Z0-9_]+=)/gm, '')
  expect(readConfig(parseEnv(uncommented) as Record<string, string>)).toEqual(readConfig({}))
})

test('abbreviated names in a row are found, and a setting missing from the table is reported', () => {
  const schemas = { VOICE_ID: z.string().optional(), VOICE_KEY: z.string().default('k'), PORT: z.number().default(1) }
  const row = '| `VOICE_ID` `_KEY` | none | Agent of the [vendor](https://a.example). |'
  expect(() => envExample(schemas, row)).toThrow('lacks PORT')
  const text = envExample(schemas, `${row}\n| \`PORT\` | \`1\` | Port. |`)
  expect(text).toContain(
    '# Agent of the vendor. Default: none.\n#VOICE_ID=\n#VOICE_KEY=k\n\n# Port. Default: 1.\n#PORT=1\n',
  )
})
