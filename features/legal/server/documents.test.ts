import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { noEdits } from '#platform/content-edits/test-edits.ts'
import { legalNames } from '#features/legal/contract.ts'
import { loadLegal } from './documents.ts'

const content = resolve(import.meta.dirname, '../../../content')
const facts = {
  supportEmail: 'books@swade.example',
  siteName: 'Swade',
  postalAddress: '1 Tape MailConnection\nLeeds',
  origin: 'https://swade.example',
}

function contentWith(change: (text: string) => string): string {
  const folder = mkdtempSync(join(tmpdir(), 'swade-legal-'))
  cpSync(join(content, 'legal'), join(folder, 'legal'), { recursive: true })
  const file = join(folder, 'legal/terms.yaml')
  writeFileSync(file, change(readFileSync(file, 'utf8')))
  return folder
}

test('every document names the seller and the contact address', () => {
  const legal = loadLegal(content, facts, noEdits()).service
  for (const name of legalNames) {
    const words = JSON.stringify(legal.get(name))
    expect(words, name).toContain('books@swade.example')
    expect(words, name).toContain('1 Tape MailConnection')
    expect(words, name).not.toMatch(/\{\w+\}/)
  }
})

test('a missing value leaves a complete sentence, and its section is marked as a sample', () => {
  const read = (postalAddress: string) => {
    const legal = loadLegal(content, { ...facts, postalAddress }, noEdits()).service
    return (name: 'terms' | 'imprint', id: string) => legal.get(name).sections.find((section) => section.id === id)
  }
  const unset = read('')
  expect(unset('terms', 'seller')).toMatchObject({
    isSample: true,
    lacksOnlyAddress: true,
    text: expect.stringMatching(/^The seller is Swade\. Write to/),
  })
  expect(unset('terms', 'withdrawal-form')?.list[0]).toBe('To Swade, books@swade.example:')
  expect(unset('imprint', 'address')).toMatchObject({ isSample: true, lacksOnlyAddress: true, text: 'Swade' })
  expect(unset('terms', 'law')).toMatchObject({ isSample: true, lacksOnlyAddress: false })
  const set = read('1 Tape MailConnection')
  expect(set('terms', 'seller')).toMatchObject({
    isSample: false,
    lacksOnlyAddress: false,
    text: expect.stringMatching(/^The seller is Swade, 1 Tape MailConnection\. /),
  })
  expect(set('imprint', 'address')).toMatchObject({ isSample: false, text: 'Swade\n\n1 Tape MailConnection' })
})

test('on a local origin, the documents contain no origin', () => {
  const leadAt = (origin: string) => loadLegal(content, { ...facts, origin }, noEdits()).service.get('terms').lead
  expect(leadAt('http://localhost:4100')).toMatch(/^These terms apply when you buy a book\. /)
  expect(leadAt('https://swade.example')).toMatch(
    /^These terms apply when you buy a book on https:\/\/swade\.example\. /,
  )
})

test.each([
  [
    'an unknown fact',
    (text: string) => text.replace('{supportEmail}', '{phone}'),
    /content\/legal\/terms\.yaml: .*\{phone\} is not a known placeholder/,
  ],
  [
    'an empty title',
    (text: string) => text.replace(/^title: .*$/m, "title: ''"),
    /content\/legal\/terms\.yaml: title: must not be empty/,
  ],
  [
    'a link that runs script',
    (text: string) => text.replace('](/withdraw)', '](javascript:alert)'),
    /content\/legal\/terms\.yaml: .*must point to/,
  ],
  ['a mistyped field', (text: string) => text.replace(/^updated:/m, 'update:'), /content\/legal\/terms\.yaml: /],
])('%s prevents the start and is reported with file and field', (_what, change, message) => {
  expect(() => loadLegal(contentWith(change), facts, noEdits())).toThrow(message)
})
