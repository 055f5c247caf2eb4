import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { inEnglish } from '#tests/support/in-english.tsx'
import { en } from '#features/checkout/messages/en.ts'
import { OwnedBox } from './owned-box.tsx'

test.each([true, false])('withdrawing is offered while the right holds: %s', (canWithdraw) => {
  const html = boxOf({ can_withdraw: canWithdraw, is_withdrawn: false })
  expect(html).toContain('href="/my-books"')
  expect(html.includes('href="/withdraw"')).toBe(canWithdraw)
})

test('an open withdrawal is confirmed instead of offering another one', () => {
  const html = boxOf({ can_withdraw: true, is_withdrawn: true })
  expect(html).toContain(
    'We received a request to withdraw from this order. If you did not send it, email a@b.example.',
  )
  expect(html).not.toContain('href="/withdraw"')
})

test('the box of a test order says that the book opens for testing only', () => {
  const html = boxOf({ can_withdraw: false, is_withdrawn: false, is_test: true })
  expect(html).toContain('This is a test order: no real money was charged, and the book opens for testing only.')
  expect(html).not.toContain('for life')
})

function boxOf(changes: { can_withdraw: boolean; is_withdrawn: boolean; is_test?: boolean }): string {
  const order = {
    code: 'SW-AAAAAAAA',
    masked_email: 'a•••@b.example',
    can_change_email: false,
    is_test: false,
    ...changes,
  }
  return renderToStaticMarkup(
    inEnglish(
      <MemoryRouter>
        <OwnedBox
          book={{ id: 'a-book', title: 'A book', hasAudiobook: false }}
          order={order}
          downloadHref="/pdf"
          supportEmail="a@b.example"
          onChange={async () => undefined}
        />
      </MemoryRouter>,
      { checkout: en },
    ),
  )
}
