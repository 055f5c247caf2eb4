import { expect, test } from 'vitest'
import { clusterLength, endsUnspaced, foldText } from './fold-text.ts'

const same = (...texts: string[]) => new Set(texts.map(foldText)).size === 1

test.each([
  ['ΟΔΟΣ', 'οδός', 'Οδος'],
  ['Σίσυφος', 'ΣΙΣΥΦΟΣ', 'σισυφοσ'],
  ['Straße', 'STRASSE', 'STRAẞE', 'strasse'],
  ['İstanbul', 'istanbul', 'ISTANBUL', 'ıstanbul'],
  ['Łódź', 'LODZ', 'Łódź'.normalize('NFD')],
  ['ŒUVRE', 'œuvre', 'oeuvre'],
  ['ﬁnal', 'final', 'ＦＩＮＡＬ'],
  ['ᾳδης', 'ΑΙΔΗΣ'],
  ['ᏣᎳᎩ', 'ꮳꮃꭹ'],
  ['ЁЛКА', 'елка', 'ёлка'.normalize('NFD')],
  ['ایران کتاب', 'ايران كتاب'],
  ['مدرسة', 'مدرسه'],
  ['ガンダム', 'がんだむ', 'ｶﾞﾝﾀﾞﾑ'],
  ['½', '1/2'],
  ['Hawaiʻi', "Hawai'i", 'Hawai’i'],
  ['«oui»', '"oui"', '“oui”'],
])('%s and its other spellings are equal', (...texts) => {
  expect(texts.map(foldText)).toEqual(texts.map(() => foldText(texts[0]!)))
})

test('upper and lower case of every letter are equal', () => {
  const apart: string[] = []
  for (let code = 0; code < 0x20000; code += 1) {
    if (code >= 0xd800 && code < 0xe000) continue
    const letter = String.fromCodePoint(code)
    const [upper, lower] = [letter.toUpperCase(), letter.toLowerCase()]
    if ((upper !== letter || lower !== letter) && /\p{L}/u.test(letter) && !same(letter, upper, lower))
      apart.push(letter)
  }
  expect(apart).toEqual([])
})

test('composed and decomposed forms of every letter are equal', () => {
  const apart: string[] = []
  for (let code = 0; code < 0x20000; code += 1) {
    if (code >= 0xd800 && code < 0xe000) continue
    const letter = String.fromCodePoint(code)
    const apartForm = letter.normalize('NFD')
    if (apartForm !== letter && /\p{L}/u.test(letter) && !same(letter, apartForm)) apart.push(letter)
  }
  expect(apart).toEqual([])
})

test('between words of Hebrew a maqaf, a hyphen and a space are equal; elsewhere a hyphen may break a word', () => {
  for (const written of ['בית־ספר', 'בית-ספר', 'בית ספר', 'בֵּית־סֵפֶר', 'בית–ספר'])
    expect([written, foldText(written)]).toEqual([written, 'בית ספר'])
  expect(foldText('יושב־ראש־הכנסת')).toBe('יושב ראש הכנסת')
  expect(foldText('ב־1948')).toBe(foldText('ב-1948'))
  expect(foldText('well-known')).toBe('wellknown')
})

test('a soft hyphen and other invisible characters are ignored', () => {
  expect(foldText('Donau\u00addampf\u00ad\u200bschiff\ufeff')).toBe('donaudampfschiff')
  expect(foldText('می\u200cشوند')).toBe(foldText('میشوند'))
})

test('vowels of Indic scripts, tones of Thai and voicing marks of kana are kept', () => {
  for (const [one, other] of [
    ['कि', 'की'],
    ['ไม่', 'ไม้'],
    ['か', 'が'],
    ['ハ', 'パ'],
    ['й', 'и'],
  ])
    expect([one, foldText(one!) === foldText(other!)]).toEqual([one, false])
})

test('points of Hebrew and Arabic are ignored, and half-width and full-width letters are equal', () => {
  expect(foldText('שָׁלוֹם')).toBe(foldText('שלום'))
  expect(foldText('أَحْرَارًا')).toBe(foldText('احرارا'))
  expect(foldText('ｶﾞｰﾄﾞ')).toBe(foldText('ガード'))
  expect(foldText('한글'.normalize('NFD'))).toBe(foldText('한글'))
})

test('the script at the end of a text is that of its last whole letter', () => {
  expect([
    endsUnspaced('日本𠮷'),
    endsUnspaced('日本'),
    endsUnspaced('a𝒜'),
    endsUnspaced('a'),
    endsUnspaced(''),
  ]).toEqual([true, true, false, false, false])
})

test('spaces next to letters of scripts without spaces are ignored, others become one', () => {
  expect(foldText('東京 都　千代田区')).toBe('東京都千代田区')
  expect(foldText('2024 年の Python 入門')).toBe(foldText('2024年のPython入門'))
  expect(foldText('  two \n\t words ')).toBe('two words')
  expect(foldText('모든 인간은')).toBe(foldText('모든인간은'))
})

test('the length of a letter includes its combining marks', () => {
  expect([
    clusterLength('e\u0301x', 0),
    clusterLength('한'.normalize('NFD'), 0),
    clusterLength('𞤀b', 0),
    clusterLength('ab', 0),
  ]).toEqual([2, 3, 2, 1])
})
