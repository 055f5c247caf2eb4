/** Texts of emails to buyers. */
export const email = {
  reason: 'You received this email because of order {code} on our site. If you have questions, email {supportEmail}.',
  order: 'Order',
  book: 'Book',
  price: 'Price',
  paid: 'Paid',
  refunded: 'Refunded',
  yourOrder: 'Your order',
  openBook: 'Open the book',
  toBook: 'Go to the book',
  testOrder:
    'This email is about a test order. {kind, select, refund {No real money was charged or returned.} other {No real money was charged.}}',
  access: {
    subject: '{kind, select, test {Your test order} other {Your book}}: {title}',
    preview:
      '{kind, select, test {{title} is open for testing.} other {{title} is yours. Open it on any device, for life.}}',
    kicker: '{kind, select, test {Test order} other {Your book}}',
    thanks:
      '{kind, select, test {The book opens for testing only, and no contract was made.} other {Thank you. The book is yours for life, on all your devices.}}',
    personal:
      'This link is personal. Keep this email. If you want to recommend the book, share its page instead of the link. In a browser where you have opened the book, you can also <pdf>download the PDF</pdf>. Its pages are marked with your order code and part of your email address.',
    consent:
      'Before paying, on {moment}, you declared: “{text}” The book was made available to you as soon as your payment was confirmed, so the right of withdrawal has ended.',
    withdrawal:
      '{kind, select, sample {You may withdraw from this contract within 14 days of the purchase, without giving a reason.} other {You may withdraw from this contract within 14 days of the purchase, without giving a reason, and get your money back.}} To withdraw, use our <withdraw>withdrawal form</withdraw>.',
    lost: 'If you lose this email, get new links at <find>Find my books</find>.',
  },
  refund: {
    subject:
      '{by, select, test {Your test order was refunded} sample {Your sample order was refunded} cashapp {Your refund was sent} bank {Your bank is refunding your payment} parts {Your payment was refunded} other {Your refund is on its way}}: {title}',
    title:
      '{by, select, test {Your test order was refunded} sample {Your sample order was refunded} cashapp {Your refund was sent} bank {Your bank is refunding your payment} parts {Your payment was refunded} other {Your refund is on its way}}',
    preview:
      '{by, select, test {No real money was charged or returned.} sample {No money was received or returned.} other {You will get {price} back for {title}.}}',
    kicker: '{by, select, test {Test order} sample {Sample order} bank {Dispute} other {Refund}}',
    test: 'The test payment for this book was refunded in full.',
    sample: 'This sample order was marked as refunded. No money was received, so none was returned.',
    card: 'We refunded everything you paid for this book to your original payment method. It can take a few days to appear on your statement.',
    cashapp: 'We refunded everything you paid for this book through Cash App.',
    bank: 'You disputed this payment, and your bank is refunding it to you. Your bank can tell you when to expect the money.',
    parts:
      '{total, select, more {Your bank refunded {banks} of your payment, and we refunded {ours}.} other {Your bank refunded {banks} of your payment, and we refunded the remaining {ours}.}}',
    ended: 'Your access to the book has ended.',
    orderEnded: 'This order no longer gives you access to the book.',
    kept: 'You can still read the book with your order {code}.',
    freePreview: 'You can still read the free preview.',
  },
  revoked: {
    subject: '{ended, select, order {Your order no longer gives access} other {Your access has ended}}: {title}',
    preview:
      '{ended, select, order {Your order no longer gives access to {title}.} other {Your access to {title} has ended.}}',
    title:
      '{ended, select, order {This order no longer gives access to the book} other {Your access to this book has ended}}',
    text: '{kind, select, test {Part of the test payment for {title} was refunded or disputed} other {Part of your payment for {title} was refunded or is being held by your bank}}, so {ended, select, order {this order no longer gives you access to the book} other {we have ended your access to the book}}. If you think this is a mistake, email {supportEmail} with your order code.',
  },
  failed: {
    subject: 'Your payment failed: {title}',
    preview: 'You were not charged for {title}.',
    kicker: 'Payment',
    title: 'Your payment failed',
    text: 'Your bank declined the payment. You were not charged, and we closed the order.',
    again: 'You can try again at any time.',
  },
  claimReceived: {
    subject:
      '{kind, select, sample {You marked a sample payment as sent} other {We are looking for your payment}}: {title}',
    preview:
      '{kind, select, sample {Do not send money. The book opens if we confirm the order.} other {We will email you a link to the book as soon as we find your payment.}}',
    title: '{kind, select, sample {You marked a sample payment as sent} other {We are looking for your payment}}',
    sample:
      'This email is about a sample payment. Do not send money, because no one receives it. There is no receipt to send. If we confirm the order, the book will open in the browser you ordered from, and we will email a link to this address.',
    text: 'Cash App does not notify us, so we check incoming payments for your order code ourselves. As soon as your payment is confirmed, the book will open in the browser you ordered from, and we will email a link to this address.',
    receipt:
      'If you have not done so yet, email the receipt, the book ID {bookId} and the order code {code} to {supportEmail}.',
  },
  claimDeclined: {
    subject: '{kind, select, sample {Your sample order was closed} other {We did not find your payment}}: {title}',
    preview:
      '{kind, select, sample {This was a sample payment.} other {If you have paid, send us the receipt and the order code.}}',
    title: '{kind, select, sample {Your sample order was closed} other {We did not find your payment}}',
    text: 'We looked for a payment with your order code and did not find one, so we closed the order. If you have paid, send the receipt and your order code to {supportEmail}. You will get the book as soon as we find your payment.',
    sample:
      'This email is about a sample payment. No money was expected, and there is no receipt to send. We closed the order.',
    reason: 'Reason: {reason}',
  },
  addressChanged: {
    subject: 'The email address of your order has changed',
    preview: 'The links we sent to this address no longer work.',
    title: 'The email address of your order has changed',
    text: 'The email address of this order was changed in the browser the book was bought in. The links we sent to this address no longer work.',
    notYou: 'If you bought this book and did not change the address, email {supportEmail} with the order code.',
  },
  myBooks: {
    subject: '{count, plural, one {Your book} other {Your # books}}',
    preview:
      '{count, plural, one {The link opens your book on any device.} other {Each link opens its book on any device.}}',
    kicker: 'Find my books',
    title: '{count, plural, one {Your book} other {Your books}}',
    reason:
      'You received this email because someone requested the books ordered with this email address. If that was not you, ignore it. If you have questions, email {supportEmail}.',
    text: '{count, plural, one {This link is personal and opens the book on any device.} other {Each link is personal and opens its book on any device.}} Links you received earlier still work.',
    bookOfOrder: '{title}, {kind, select, test {test order} other {order}} {code}',
  },
  withdrawal: {
    subject: 'We have received your withdrawal',
    preview: 'Received on {moment}.',
    kicker: 'Withdrawal',
    title: 'We have received your withdrawal',
    reason:
      'You received this email because the withdrawal form on our site was submitted with this address. If that was not you, email {supportEmail}.',
    text: 'We received the following withdrawal at the time shown below.',
    declaration: '“I withdraw from the contract named below.”',
    received: 'Received',
    name: 'Name',
    email: 'Email',
    contract: 'Order (as entered)',
    matching: 'Matching order',
    onlyOrder: 'Your only paid order with this email address',
    otherOrder: 'If you meant another order, email its code to {supportEmail}.',
    refund:
      'If the right of withdrawal applies, we will refund your payment to your original payment method within 14 days, and your access to the book will end. We will email you as soon as that is done.',
    unmatchedRefund:
      'We have not matched this withdrawal to an order yet. If you were charged and the right of withdrawal applies, we will refund what you paid to your original payment method within 14 days, and your access to the book will end. We will email you as soon as that is done.',
    otherRefund:
      'If you were charged for that other order and the right of withdrawal applies, we will refund what you paid to your original payment method within 14 days, and your access to its book will end. We will email you as soon as that is done.',
    onlyTestOrder:
      'Order {code} is a test order: no real money was charged and no contract was made, so there is no payment to refund.',
    testRefund: 'No contract was made with this test order, so there is no payment to refund.',
    onlySampleOrder: 'Order {code} is a sample order: no money was received for it, so there is no payment to refund.',
    sampleRefund: 'No money was received for this sample order, so there is no payment to refund.',
  },
} as const
