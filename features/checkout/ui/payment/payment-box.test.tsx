import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { inEnglish } from '#tests/support/in-english.tsx'
import { en } from '#features/checkout/messages/en.ts'
import { PaymentBox } from './payment-box.tsx'

test('while a payment is disputed, the box says so and offers no way to pay again', () => {
  const html = boxOf('dispute')
  expect(html).toContain('Your payment is disputed')
  expect(html).toContain('Do not pay again.')
  expect(html).toContain('href="/my-books"')
  expect(html).not.toMatch(/<form|Proceed to Payment|Buy this book|as soon as your payment is confirmed/)
})

test('while a payment of a wrong amount is checked, the box says so and offers no way to pay again', () => {
  const html = boxOf('amount')
  expect(html).toContain('We are checking your payment')
  expect(html).toContain('and are checking its amount')
  expect(html).toContain('Do not pay again.')
  expect(html).not.toMatch(/<form|Proceed to Payment|Buy this book|as soon as your payment is confirmed/)
})

test.each([undefined, 'owner' as const])('a book that is closed by %s can be bought', (closedBy) => {
  const html = boxOf(closedBy)
  expect(html).toContain('Buy this book')
  expect(html).toMatch(/<form.*Proceed to Payment/s)
})

test('without JavaScript, the button and its reason are hidden', () => {
  const html = boxOf(undefined)
  expect(html).toMatch(
    /<div class="[^"]*noscript:hidden[^"]*"><button [^>]*disabled[^>]*>Proceed to Payment<\/button><p [^>]*>Choose a payment method first\.<\/p><\/div><noscript>/,
  )
})

test('while a payment is disputed, a Cash App payment is shown only if it was marked as sent', () => {
  expect(boxOf('dispute', 'pending')).toContain('You marked your Cash App payment as sent.')
  expect(boxOf('dispute', 'pending')).toContain('View payment details')
  expect(boxOf('dispute', 'created')).not.toMatch(/You started a Cash App payment|choose how to pay|payment details/)
  expect(boxOf('owner', 'created')).toContain('You started a Cash App payment.')
})

test('with the sample handle, neither the option nor the notice asks for money', () => {
  const html = boxOf(undefined, 'created', true)
  expect(html).toContain('Sample handle: do not send money')
  expect(html).toContain('You started a sample Cash App payment. Do not send money.')
  expect(html).not.toMatch(/Manual payment, confirmed by us|mark it as sent/)
  expect(boxOf(undefined, 'created')).toMatch(/mark it as sent.*Manual payment, confirmed by us/s)
})

test('with the sample handle, a payment marked as sent asks for no money and warns of none', () => {
  const html = boxOf(undefined, 'pending', true)
  expect(html).toContain(
    'You marked a sample Cash App payment as sent. Do not send money. The book will open here if we confirm the order.',
  )
  expect(html).toContain('Pay another way')
  expect(html).not.toMatch(/find and confirm the payment|pay twice/)
  expect(boxOf(undefined, 'pending')).toMatch(/find and confirm the payment.*you would pay twice/s)
})

function boxOf(
  closedBy: 'dispute' | 'amount' | 'owner' | undefined,
  claim?: 'created' | 'pending',
  isSampleHandle = false,
): string {
  return renderToStaticMarkup(
    inEnglish(
      <MemoryRouter>
        <PaymentBox
          book={{ id: 'a-book', title: 'A book', priceCents: 999, pages: 10 }}
          supportEmail="a@b.example"
          access={{
            access: 'preview',
            methods: ['stripe', 'cashapp'],
            is_test: false,
            is_sample_handle: isSampleHandle,
            ...(closedBy ? { closed: { code: 'SW-AAAAAAAA', by: closedBy, is_test: false } } : {}),
            ...(claim ? { claim: { code: 'SW-BBBBBBBB', state: claim, is_sample: isSampleHandle } } : {}),
          }}
          onClaim={() => undefined}
          onChange={() => undefined}
        />
      </MemoryRouter>,
      { checkout: en },
    ),
  )
}
