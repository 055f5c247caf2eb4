import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { inEnglish } from '#tests/support/in-english.tsx'
import { en } from '#features/checkout/messages/en.ts'
import { OwnedBox } from './owned-box.tsx'

test.each([true, false])('withdrawing is offered while the right holds: %s', (canWithdraw) => {
  const order = {
    code: 'SW-AAAAAAAA',
    masked_email: 'a•••@b.example',
    can_change_email: false,
    can_withdraw: canWithdraw,
  }
  const html = renderToStaticMarkup(
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
  expect(html).toContain('href="/my-books"')
  expect(html.includes('href="/withdraw"')).toBe(canWithdraw)
})
