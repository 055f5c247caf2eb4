import { expect, test } from 'vitest'
import { checkErrorsPage, renderErrorsPage } from './errors-page.ts'

const table = {
  path: 'shared/errors.ts',
  text: `export const statusByCode = {
  /** It was removed. */
  'gone': 410,
  /** Not paid. */
  'payment-required': 402,
} as const`,
}
const routes = {
  path: 'features/books/server/routes.ts',
  text: `throw new AppError('gone', isBook ? 'This book is gone.' : \`\${kind} is gone.\`)
throw new AppError('gone', describe(error))
const refusals = { a: { code: 'payment-required', detail: 'Buy this book first.' } }`,
}

test('the page lists codes with their meaning, and messages with their feature', () => {
  const other = { path: 'server/errors.ts', text: "new AppError('gone', 'This book is gone.')" }
  const page = renderErrorsPage([table, routes, other])
  expect(page).toContain('| `gone`             | 410    | It was removed. |')
  expect(page).toContain('### gone (410)\n\n- This book is gone. (books, server)\n- {…} is gone. (books)\n')
  expect(page).toContain('### payment-required (402)\n\n- Buy this book first. (books)\n')
})

test('a message of a catalogue is listed by its English text', () => {
  const catalogue = {
    path: 'features/books/messages/en.ts',
    text: `export const en = { errors: { sold: '{title} is sold.', left: '{n, plural, one {# copy} other {# copies of {title}}} left.' } } as const`,
  }
  const thrown = {
    path: 'features/books/server/a.ts',
    text: `throw new AppError('gone', { key: isSold ? 'books.errors.sold' : 'books.errors.left', values: { title } })`,
  }
  const page = renderErrorsPage([table, catalogue, thrown])
  expect(page).toContain('- {…} is sold. (books)\n- {…} left. (books)\n')
})

test('a page that is missing or differs from the code is a finding', () => {
  const text = renderErrorsPage([table, routes])
  expect(checkErrorsPage([table, routes, { path: 'docs/errors.md', text }])).toEqual([])
  const finding = ["docs/errors.md: is out of date; run 'npm run docs:errors'"]
  expect(checkErrorsPage([table, routes, { path: 'docs/errors.md', text: `${text} ` }])).toEqual(finding)
  expect(checkErrorsPage([table, routes])).toEqual(finding)
})

test('texts of tests are not listed as messages of the product', () => {
  const own = { path: 'features/books/a.test.ts', text: "new AppError('gone', 'Only in a test.')" }
  expect(renderErrorsPage([table, own])).not.toContain('Only in a test')
})
