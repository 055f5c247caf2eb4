import { expect, test } from 'vitest'
import { headerMeaning, headerKey } from './column-headers.ts'
import { readImport } from './read-import.ts'

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`

/** Returns the outcome for a person with a value in a column with that header; `?` means that the admin is asked. */
async function becomes(head: string, value: string): Promise<string> {
  const csv = `email;${quoted(head)}\na@a.example;${quoted(value)}\n`
  const { people } = await readImport(csv, {})
  return people
    .map(({ state, reason, isOpen }) => (isOpen ? '?' : state === 'suppressed' ? `${state} ${reason}` : state))
    .join()
}

test.each([
  // HubSpot
  ['Opted out of email: Sales emails', 'true', 'unsubscribed'],
  ['Unsubscribed from all email', 'true', 'unsubscribed'],
  ['Invalid email address', 'true', 'suppressed bounce'],
  ['Email hard bounce reason', 'UNKNOWN_USER', '?'],
  ['Email Quarantined', 'true', '?'],
  ['Unsubscribed from emails', 'true', 'unsubscribed'],
  ['opt_out_all_emails', '1', 'unsubscribed'],
  ['Opted out by', 'user', '?'],
  ['is_invalid', 'true', 'suppressed bounce'],
  ['invalid', '1', 'suppressed bounce'],
  ['hard_bounces', '1', '?'],
  ['Bounce count', '3', '?'],
  ['Soft bounced', 'yes', '?'],
  // Mailjet
  ['IsExcludedFromCampaigns', 'True', 'unsubscribed'],
  ['IsOptInPending', 'True', '?'],
  ['Excluded', 'true', 'unsubscribed'],
  // Withdrawn consent
  ['Consent withdrawn', '2024-01-02', 'unsubscribed'],
  ['consent_revoked_at', '2024-01-02T10:00:00Z', 'unsubscribed'],
  ['Widerruf am', '02.01.2024', 'unsubscribed'],
  ['DSGVO-Widerruf', '02.01.2024', 'unsubscribed'],
  ['Widerspruch', 'ja', 'unsubscribed'],
  ['gdpr_deleted_at', '2024-01-02', 'unsubscribed'],
  ['gdprRequestErased', '2024-01-02', 'unsubscribed'],
  ['GDPR anonymised', '2024-01-02', '?'],
  ['Withdrew consent', 'yes', 'unsubscribed'],
  ['No consent', 'yes', '?'],
  ['noMarketingConsent', 'true', 'unsubscribed'],
  ['Missing newsletter opt-in', 'x', '?'],
  // Yes and no as words
  ['allow_email', 'no', 'unsubscribed'],
  ['receives_newsletter', 'no', 'unsubscribed'],
  ['Mailing list', 'no', 'unsubscribed'],
  ['Marketing emails', 'no', 'unsubscribed'],
  ['newsletter_subscription', 'no', 'unsubscribed'],
  ['Opt-In Email', 'no', 'unsubscribed'],
  ['emailable', 'false', 'unsubscribed'],
  ['Newsletter', 'nein', 'unsubscribed'],
  ['Newsletter', 'vielleicht', '?'],
  ['Contact by email?', 'No', '?'],
  ['Ja, ich möchte den monatlichen Newsletter mit Angeboten und Neuigkeiten aus dem Hause erhalten', 'nein', '?'],
  ['E-post samtykke', 'nei', '?'],
  ['Suscrito', 'no', '?'],
  ['do_not_email', '1', 'unsubscribed'],
  ['DoNotBulkEMail', 'true', 'unsubscribed'],
  ['No email', 'x', 'unsubscribed'],
  ['Can unsubscribe', 'yes', '?'],
  ['Not bounced', 'yes', '?'],
  ['Nicht anschreiben', 'ja', '?'],
  ['Ne pas contacter', 'oui', '?'],
  ['Email DND', 'true', 'unsubscribed'],
  ['Do Not Disturb', 'yes', 'unsubscribed'],
  ['Kontakt erlaubt', 'nein', '?'],
  ['Send me news', 'no', '?'],
  ['Deliverable', 'no', '?'],
  ['Result', 'undeliverable', 'suppressed bounce'],
  ['Legal basis', 'withdrawn by phone', '?'],
  ['Email consent expired', 'yes', '?'],
  ['GDPR consent', 'Declined', '?'],
  ['Opt-in declined', '2024-01-02', '?'],
  ['Sub', 'no', 'unsubscribed'],
  // Unsubscribed
  ['Abbestellt', 'x', 'unsubscribed'],
  ['Austrittsdatum', '3.4.24', 'unsubscribed'],
  ['Uitschrijfdatum', '3-4-2024', 'unsubscribed'],
  ['Terminated', 'yes', '?'],
  ['STOP', 'x', '?'],
  ['date_left', '2024-01-02', '?'],
  ['Deceased', 'yes', '?'],
  ['Wrong address', 'yes', '?'],
  ['Member status', 'Lapsed', '?'],
  ['Situação', 'Cancelado', 'unsubscribed'],
  ['is_unsubscribed', 't', 'unsubscribed'],
  ['is_subscribed', 'f', 'unsubscribed'],
  ['Baja', 'sí', 'unsubscribed'],
  ['Fecha de baja', '02/01/2024', 'unsubscribed'],
  ['removed_at', '2024-01-02', 'unsubscribed'],
  ['cancelled_at', '2024-01-02', 'unsubscribed'],
  ['erased_at', '2024-01-02', 'unsubscribed'],
  ['Deleted', 'true', 'unsubscribed'],
  ['order_cancelled_at', '2024-01-02', '?'],
  ['Отписан', 'да', 'unsubscribed'],
  ['配信停止', 'はい', 'unsubscribed'],
  ['Status', 'widerrufen', 'unsubscribed'],
  ['Abgemeldet per Telefon', 'x', 'unsubscribed'],
  // Not certain enough to suppress
  ['Spam score', '0.1', '?'],
  ['Spam score', '1', '?'],
  ['Spam check', 'passed', '?'],
  ['Blacklist check', 'clean', '?'],
  ['Bounce type', 'soft', '?'],
  ['Complaint', 'see note', '?'],
  ['Is blocked', 'yes', 'unsubscribed'],
  ['Spam complaint', '2024-01-02', 'suppressed complaint'],
  ['Complained at', '1612345678', 'suppressed complaint'],
  ['Bounced', 'Hard bounce', 'suppressed bounce'],
  ['Suppressed', 'yes', 'suppressed by-admin'],
  ['Suppressed', 'unsubscribed', 'unsubscribed'],
  // A missing confirmation
  ['CONFIRM_TIME', '', '?'],
  ['OPTIN_TIME', '', '?'],
  ['Subscribed at', '0000-00-00 00:00:00', '?'],
  ['Double Opt-In', '', '?'],
  ['contact_status', '3', '?'],
])('below “%s”, “%s” means: %s', async (head, value, state) => expect(await becomes(head, value)).toBe(state))

test.each([
  // Channels other than email
  ['SMS_BLOCKLISTED', 'Yes'],
  ['SMS Marketing Consent', 'UNSUBSCRIBED'],
  ['SMS Marketing Status', 'Unsubscribed'],
  ['WhatsApp opt-out', 'yes'],
  ['smsOptOut', 'true'],
  ['Do not call', '1'],
  ['Phone opted out', 'true'],
  ['Push notifications unsubscribed', 'true'],
  ['Do not send postal mail', 'yes'],
  ['Direct mail consent', 'no'],
  ['Cleaned phone', '+49 170 1234567'],
  ['Mobile bounced', 'yes'],
  // Not unsubscribed
  ['Unsubscribed', 'no'],
  ['Unsubscribed', 'subscribed'],
  ['Opted out of email: Newsletter', 'false'],
  ['hard_bounces', '0'],
  ['IsOptInPending', 'False'],
  ['Email Suppressions', '[]'],
  // Placeholder dates
  ['unsubscribed_at', '0000-00-00 00:00:00'],
  ['unsubscribed_at', 'NaT'],
  ['unsubscribed_at', 'nan'],
  ['unsubscribed_at', '0.0'],
  ['unsubscribed_at', '1970-01-01T00:00:00Z'],
  ['unsubscribed_at', '01/01/1900'],
  ['Abgemeldet am', '00.00.0000'],
  ['bounced_at', '01.01.1970 00:00'],
  ['bounced_at', '0001-01-01'],
  ['bounced_at', 'Jan 1, 1970'],
  ['left at', '9999-12-31'],
  // Neither a yes nor a no
  ['Unsubscribe link', 'https://x.example/u/1'],
  ['Unsubscribe token', 'abcdef0123'],
  ['consent_source', 'footer'],
  ['OPTIN_IP', '10.2.33.44'],
  ['Last marketing email open date', '2024-01-02'],
  ['Emails delivered', '12'],
  ['contact_id', '12345'],
  ['Contact owner', 'Ada'],
  ['VIP', 'no'],
  ['No.', '1'],
  ['Not before', '3'],
  ['Options', 'no'],
  ['Active subscription', 'false'],
  // A yes
  ['Double Opt-In', '02.01.2024'],
  ['CONFIRM_TIME', '2021-03-04 10:11:12'],
  ['Newsletter', 'sí'],
  ['Accepts email', 'yes'],
  ['Status', '1.0'],
])('below “%s”, “%s” does not unsubscribe anyone', async (head, value) =>
  expect(await becomes(head, value)).toBe('subscribed'),
)

test('unconfirmed people are asked about, even if nobody in the file confirmed', async () => {
  const csv = `Email Address,First Name,OPTIN_TIME,OPTIN_IP,CONFIRM_TIME,CONFIRM_IP,LAST_CHANGED
a@a.example,Ada,,,,,2021-03-04 10:11:12
b@a.example,Eve,,,,,2021-03-04 10:11:12`
  const { people, questions } = await readImport(csv, {})
  expect(people.map(({ isOpen }) => isOpen)).toEqual([true, true])
  expect(questions).toMatchObject([{ head: 'CONFIRM_TIME', kind: 'empty', lines: 2 }])
})

test('dates and numbers that differ in every row are asked about once', async () => {
  const lines = Array.from(
    { length: 50 },
    (_, index) => `p${index}@a.example;2024-01-${10 + (index % 20)};${index + 2}`,
  )
  const { questions } = await readImport(`email;Contact checked;Bounce count\n${lines.join('\n')}`, {})
  expect(questions.map(({ head, kind, lines: count }) => `${head} ${kind} ${count}`)).toEqual([
    'Contact checked date 50',
    'Bounce count number 50',
  ])
})

test('numbers are yes and no only if there are no other numbers', async () => {
  const of = async (values: number[]) =>
    (
      await readImport(`email;status\n${values.map((value, index) => `p${index}@a.example;${value}`).join('\n')}`, {})
    ).people.map(({ state, isOpen }) => (isOpen ? '?' : state))
  expect(await of([1, 0])).toEqual(['subscribed', 'unsubscribed'])
  expect(await of([1, 2, 3])).toEqual(['?', '?', '?'])
})

test('in a file without headers, yes and no are asked about', async () => {
  const { columns, people } = await readImport('a@a.example,yes,CA\nb@a.example,no,NY', {})
  expect(columns.map(({ field }) => field)).toEqual(['email', 'unclear', 'ignored'])
  expect(people.every(({ isOpen }) => isOpen)).toBe(true)
})

test('a header is split into words at any separator', () => {
  expect(
    ['IsOptInPending', 'SMS_BLOCKLISTED', 'E-Mail 1 - Value', 'gdprDeletedAt', 'HTMLEmail'].map(headerKey),
  ).toEqual(['is_opt_in_pending', 'sms_blocklisted', 'e_mail_1_value', 'gdpr_deleted_at', 'html_email'])
  expect(headerMeaning('Email and SMS consent')).not.toBe('other-channel')
})
