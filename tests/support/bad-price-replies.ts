import { solMint } from '#features/tokens/prices.ts'
import type { PriceScript } from './price-fake.ts'

/** Creates a Jupiter response with the given text as the entry of SOL. */
export function solEntry(words: string): PriceScript {
  return { body: `{"${solMint}":${words}}` }
}

const usd = (words: string) => solEntry(`{"usdPrice":${words},"priceChange24h":1}`)

/** Invalid responses, none of which contains a valid price. */
export const badPriceReplies: Record<string, PriceScript> = {
  'NaN': usd('NaN'),
  'Infinity': usd('Infinity'),
  '1e308': usd('1e308'),
  '1e999, which becomes infinite': usd('1e999'),
  '-1e308': usd('-1e308'),
  'a negative price': usd('-3'),
  'zero': usd('0'),
  'minus zero': usd('-0'),
  'less than anything': usd('1e-300'),
  'a string': usd('"147.48"'),
  'an empty string': usd('""'),
  'a string with markup': usd('"<img src=x onerror=alert(1)>"'),
  'true': usd('true'),
  'null': usd('null'),
  'a list': usd('[147.48]'),
  'an object': usd('{"value":147.48}'),
  'a whole number of 400 digits': usd('9'.repeat(400)),
  'a token that is null': solEntry('null'),
  'a token that is a number': solEntry('147.48'),
  'a token that is a list': solEntry('[]'),
  'a token without a price': solEntry('{}'),
  'another name of the price': solEntry('{"price":147.48}'),
  'a price up the prototype': { body: `{"__proto__":{"${solMint}":{"usdPrice":5}}}` },
  'another token': { body: '{"Other":{"usdPrice":5}}' },
  'nothing at all': { body: '' },
  'white space': { body: ' \n ' },
  'null for all': { body: 'null' },
  'a list for all': { body: '[]' },
  'a string for all': { body: '"147.48"' },
  'half an object': { body: `{"${solMint}":{"usdPrice":147.` },
  'two objects': { body: `{"${solMint}":{"usdPrice":1}}{}` },
  'HTML': { body: '<!doctype html><h1>It works!</h1>', headers: { 'content-type': 'text/html' } },
  'HTML in the clothes of JSON': { body: '<h1>Bad gateway</h1>' },
  'bytes of no encoding': { body: '\u{fffd}\0\u{1}'.repeat(50) },
  'a very deep list': { body: '['.repeat(120_000) + ']'.repeat(120_000) },
  '300 KB of spaces before a price': { body: `${' '.repeat(300 * 1024)}{"${solMint}":{"usdPrice":5}}` },
  'status 204': { body: '', status: 204 },
  'status 404': { body: `{"${solMint}":{"usdPrice":5}}`, status: 404 },
  'status 500': { body: `{"${solMint}":{"usdPrice":5}}`, status: 500 },
  'status 429 without a word of when': { body: '{}', status: 429 },
  'status 401': { body: '{}', status: 401 },
  'packed bytes that are not packed': { body: 'abc', headers: { 'content-encoding': 'gzip' } },
  'a redirect to a price': { fault: 'redirect' },
  'a redirect in a circle': { fault: 'loop' },
  'half an answer': { fault: 'half' },
  'a line that breaks': { fault: 'reset' },
  '10 GB': { fault: 'endless' },
}

/** Responses that never complete and run into the timeout. */
export const endlessPriceReplies: Record<string, PriceScript> = {
  'no answer at all': { fault: 'hang' },
  'no answer after its first words': { fault: 'hang-after-head' },
  'an answer by the drop': { fault: 'drip' },
}
