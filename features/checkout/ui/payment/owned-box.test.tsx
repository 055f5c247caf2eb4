import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { inEnglish } from '#tests/support/in-english.tsx'
import { en } from '#features/checkout/messages/en.ts'
import { OwnedBox } from './owned-box.tsx'

test.each([true, false])('withdrawing is offered while the right holds: %s', (canWithdraw) => {
  const html = boxOf({ can_withdraw: canWithdraw })
  expect(html).toContain('href="/my-books"')
  expect(html.includes('href="/withdraw"')).toBe(canWithdraw)
})

test('a withdrawal is confirmed with its day', () => {
  const html = boxOf({ can_withdraw: false, withdrawn_at: '2026-11-27T12:00:00.000Z' })
  expect(html).toContain('We received your withdrawal from this order on November 27, 2026.')
})

function boxOf(changes: { can_withdraw: boolean; withdrawn_at?: string }): string {
  const order = {
    code: 'SW-AAAAAAAA',
    masked_email: 'a•••@b.example',
    can_change_email: false,
    ...changes,
  }
  return renderToStaticMarkup(
    inEnglish(
      <MemoryRouter>
        <OwnedBox
          book={{ id: 'a-book', title: 'A book', hasAudiobook: false }}
          order={order}
          downloadHref="/pdf"
          onChange={async () => undefined}
        />
      </MemoryRouter>,
      { checkout: en },
    ),
  )
}
