import { z } from 'zod'
import type { ContentEdits } from '#platform/content-edits/content-edits.ts'
import { type EntrySource, withEntry } from '#platform/content-edits/derived.ts'
import type { EditableKind } from '#platform/content-edits/editable-kind.ts'
import { entryFields } from '#platform/content-edits/entry-fields.ts'
import { readContent } from '#platform/content-files.ts'
import { missingImage } from '#platform/images.ts'
import { type Token, tokenSchema, type TokensService } from '#features/tokens/contract.ts'

/** Mint and exchange page of a token. A buy link needs both, so that it never leads to an unknown mint. */
type TokenMarket = { mint: string | undefined; buyUrl: string | undefined }

type TokenEntry = z.infer<typeof tokenSchema>

/** Loads both tokens from `content/tokens.yaml`, with the owner’s edits and the configured markets. */
export function loadTokens(contentDir: string, markets: { SWDZ: TokenMarket; SWDX: TokenMarket }, edits: ContentEdits) {
  const files = readContent(contentDir, 'tokens.yaml', z.array(tokenSchema).length(2))
  const tokens = edits.follow({ kind: 'token', files, keyOf: ({ symbol }) => symbol, schema: tokenSchema })
  const serviceOver = (source: EntrySource<TokenEntry>): TokensService => ({
    list: () =>
      source.list().map((token): Token => {
        const { mint, buyUrl } = markets[token.symbol]
        return { ...token, mint, buyUrl: mint ? buyUrl : undefined }
      }),
  })
  const editable: EditableKind = {
    kind: 'token',
    singular: 'Token',
    plural: 'Tokens',
    fields: entryFields(tokenSchema, { keyProperty: 'symbol' }),
    schema: tokenSchema,
    keyProperty: 'symbol',
    list: () => tokens.list().map((entry) => ({ key: entry.symbol, name: `${entry.name} (${entry.symbol})`, entry })),
    original: (key) => tokens.original(key),
    problems: (entry, isStored) => missingImage((entry as TokenEntry).image ?? '', isStored),
    pages: () => [
      { path: '/tokens', label: 'Tokens' },
      { path: '/', label: 'Landing page' },
    ],
    over: (entry) => ({ tokens: serviceOver(withEntry(tokens, ({ symbol }) => symbol, entry as TokenEntry)) }),
  }
  return { service: serviceOver(tokens), editable: [editable] }
}
