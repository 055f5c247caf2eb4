import { expect, test } from 'vitest'
import { createTranslator } from 'use-intl/core'
import { exportName, toMarkdown } from './markdown-export.ts'
import { testAnnotation } from './test-annotation.ts'
import type { SiteMessages } from '#shared/messages.ts'
import { en } from '#features/reader/messages/en.ts'

const t = createTranslator({ locale: 'en', messages: { reader: en } as SiteMessages, namespace: 'reader.notes' })

const book = { id: 'indie-guide', title: 'Indie *Guide* 2', author: 'Swade' }

test('an export lists page, quote, note and date in reading order', () => {
  const text = toMarkdown(
    book,
    [
      testAnnotation({ id: 'b', page: 9, note: 'Ask Mara\nabout rates' }),
      testAnnotation({ id: 'c', page: 2, kind: 'bookmark', quote: 'The Right Machine' }),
    ],
    { t, locale: 'en' },
  )
  expect(text).toBe(
    [
      '# Indie \\*Guide\\* 2',
      'Swade',
      '### Page 2, bookmark',
      '> The Right Machine',
      'November 20, 2026',
      '### Page 9',
      '> Hire a drummer.',
      'Ask Mara\nabout rates',
      'November 20, 2026',
    ].join('\n\n') + '\n',
  )
})

test('annotations missing from a new edition are listed separately', () => {
  const text = toMarkdown(book, [testAnnotation({ page: 3, isMoved: true }), testAnnotation({ id: 'b', page: 7 })], {
    t,
    locale: 'en',
  })
  expect(text.indexOf('### Page 7')).toBeLessThan(text.indexOf('## Not found in this edition'))
  expect(text.indexOf('## Not found in this edition')).toBeLessThan(text.indexOf('### Page 3'))
})

test('no text of a note becomes a heading, a list, a link or HTML', () => {
  const text = toMarkdown(book, [testAnnotation({ note: '# loud\n- dash\n1. one\n<img src=x>\n[a](b)' })], {
    t,
    locale: 'en',
  })
  expect(text).toContain('\\# loud\n\\- dash\n1\\. one\n\\<img src=x\\>\n\\[a\\](b)')
})

test('the file is named for the book', () => {
  expect(exportName(book, t)).toBe('indie-guide-notes.md')
})
