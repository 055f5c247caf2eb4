import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { inEnglish } from '#tests/support/in-english.tsx'
import { en } from '#features/checkout/messages/en.ts'
import { CashAppDialog } from './cash-app-dialog.tsx'

test('a dialog that is open when a dispute begins shows the dispute instead of the payment details', () => {
  const html = dialogOf('dispute', 'created')
  expect(html).toContain('Your payment is disputed')
  expect(html).toContain('Do not pay again.')
  expect(html).toContain('If you have already sent the money for SW-BBBBBBBB, email the receipt to a@b.example.')
  expect(html).not.toMatch(/Pay with Cash App|Payment details|Mark as sent/)
  expect(dialogOf('amount', 'created')).toContain('We are checking your payment')
})

test('a payment that was marked as sent keeps its details while another one is disputed', () => {
  expect(dialogOf('dispute', 'pending')).toContain('Do not send the money again.')
})

test('a book that is closed by the owner can be paid for', () => {
  expect(dialogOf('owner', 'created')).toMatch(/Pay with Cash App.*Mark as sent/s)
})

test('with the sample handle, the dialog does not say how to send the money, and keeps its fixed parts', () => {
  const html = dialogOf('owner', 'created', true)
  expect(html).toMatch(/Do not send anything\..*\$shop.*Then email the receipt.*Mark as sent/s)
  expect(html).not.toMatch(/open Cash App|exactly as shown/i)
  expect(dialogOf('owner', 'created')).toContain('Send it exactly as shown.')
})

test('a sample payment that was marked as sent asks for neither money nor a receipt', () => {
  const html = dialogOf('dispute', 'pending', true)
  expect(html).toMatch(/You marked this sample payment as sent\..*no receipt to send\..*\$shop/s)
  expect(html).not.toMatch(/the money again|email the receipt/)
  expect(dialogOf('owner', 'pending')).toContain('Then email the receipt')
})

test('while another payment is disputed, a sample payment asks for no receipt', () => {
  const html = dialogOf('dispute', 'created', true)
  expect(html).toContain('Your payment is disputed')
  expect(html).not.toContain('email the receipt')
})

test('a sample payment that was declined asks for no receipt', () => {
  const html = dialogOf('owner', 'declined', true)
  expect(html).toMatch(
    /Sample order closed.*We closed your sample order.*This was a sample payment\. No money was expected/s,
  )
  expect(html).not.toMatch(/If you have paid|not found|did not find/)
  expect(dialogOf('owner', 'declined')).toMatch(
    /Payment not found.*We did not find.*If you have paid, send the receipt/s,
  )
})

function dialogOf(
  closedBy: 'dispute' | 'amount' | 'owner',
  claim: 'created' | 'pending' | 'declined',
  isSampleHandle = false,
): string {
  return renderToStaticMarkup(
    inEnglish(
      <MemoryRouter>
        <CashAppDialog
          claim={{
            order_code: 'SW-BBBBBBBB',
            handle: '$shop',
            is_sample: isSampleHandle,
            amount_cents: 999,
            note: 'a-book SW-BBBBBBBB',
            qr_svg: '<svg/>',
          }}
          book={{ id: 'a-book', title: 'A book' }}
          supportEmail="a@b.example"
          access={{
            access: 'preview',
            methods: ['cashapp'],
            is_test: false,
            is_sample_handle: isSampleHandle,
            closed: { code: 'SW-AAAAAAAA', by: closedBy, is_test: false },
            ...(claim === 'declined'
              ? {
                  declined: {
                    code: 'SW-BBBBBBBB',
                    reason: '',
                    at: '2026-11-27T10:00:00.000Z',
                    is_sample: isSampleHandle,
                  },
                }
              : { claim: { code: 'SW-BBBBBBBB', state: claim, is_sample: isSampleHandle } }),
          }}
          onSent={() => undefined}
          onClose={() => undefined}
        />
      </MemoryRouter>,
      { checkout: en },
    ),
  )
}
