import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { noEdits } from '#platform/content-edits/test-edits.ts'
import { loadTokens } from './catalogue.ts'

const contentDir = resolve(import.meta.dirname, '../../../content')
const nothing = { mint: undefined, buyUrl: undefined }

test('a token can be bought only if both its mint and its exchange page are known', () => {
  const buyUrl = 'https://exchange.example/swdz'
  const [withoutMint] = loadTokens(
    contentDir,
    { SWDZ: { mint: undefined, buyUrl }, SWDX: nothing },
    noEdits(),
  ).service.list()
  expect(withoutMint).toMatchObject({ symbol: 'SWDZ', mint: undefined, buyUrl: undefined })
  const [withBoth] = loadTokens(
    contentDir,
    { SWDZ: { mint: 'So11111111111111111111111111111111111111112', buyUrl }, SWDX: nothing },
    noEdits(),
  ).service.list()
  expect(withBoth).toMatchObject({ symbol: 'SWDZ', buyUrl })
})

test('the configuration of one token does not affect the other', () => {
  const [, swdx] = loadTokens(
    contentDir,
    { SWDZ: { mint: 'one', buyUrl: 'https://exchange.example/one' }, SWDX: nothing },
    noEdits(),
  ).service.list()
  expect(swdx).toMatchObject({ symbol: 'SWDX', mint: undefined, buyUrl: undefined })
})

test('a file without a list of tokens is reported by name', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tokens-'))
  writeFileSync(join(folder, 'tokens.yaml'), '- [')
  expect(() => loadTokens(folder, { SWDZ: nothing, SWDX: nothing }, noEdits())).toThrow('content/tokens.yaml:')
})
