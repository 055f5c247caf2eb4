import { expect, test } from 'vitest'
import { describeEvent } from './event-labels.ts'

test.each([
  ['signed-up', 'form page, consent 2026-12', 'Signed up on the newsletter page', 'Consent text: version 2026-12.'],
  ['asked-again', 'form landing, consent 1', 'Signed up again on the landing page', 'Consent text: version 1.'],
  [
    'signed-up',
    'form issue, consent 2026-12-es',
    'Signed up on the page of an issue',
    'Consent text: version 2026-12, Spanish.',
  ],
  [
    'signed-up',
    'form api, consent 2026-12',
    'Signed up',
    'With a form on the site or through the API. Consent text: version 2026-12.',
  ],
  ['imported', 'by owner@a.example', 'Imported', 'By owner@a.example'],
  ['imported-as', 'suppressed, by owner@a.example', 'Imported as suppressed', 'By owner@a.example'],
  ['imported-as', 'pending, by owner@a.example', 'Imported as pending confirmation', 'By owner@a.example'],
  ['suppressed', 'by owner@a.example', 'Suppressed', 'By owner@a.example'],
  ['suppressed', 'sold by x, by owner@a.example', 'Suppressed', 'By owner@a.example: sold by x'],
  ['suppressed', 'by an import of owner@a.example', 'Suppressed', 'By owner@a.example, through an import'],
  ['unsubscribed', 'by an import of owner@a.example', 'Unsubscribed', 'By owner@a.example, through an import'],
  ['suppressed', 'bounce: 550 5.7.1 refused, by policy', 'Suppressed', 'Bounced: 550 5.7.1 refused, by policy'],
  ['suppressed', 'complaint: abuse by x/1', 'Suppressed', 'Reported as spam'],
  [
    'released',
    'by-admin, by owner@a.example',
    'Suppression removed',
    'By owner@a.example. It had been set by an administrator.',
  ],
  [
    'released-to-list',
    'bounce, by owner@a.example',
    'Suppression removed',
    'By owner@a.example. The address had been suppressed because of a bounce.',
  ],
  [
    'released',
    'complaint, by owner@a.example',
    'Suppression removed',
    'By owner@a.example. The address had been suppressed because of a spam report in an imported file.',
  ],
  [
    'signed-up',
    'form page, consent 2026-12-untracked-es',
    'Signed up on the newsletter page',
    'Consent text: version 2026-12 without tracking, Spanish.',
  ],
  ['unsubscribed', 'one-click', 'Unsubscribed', 'With the unsubscribe button of an email app'],
  ['unsubscribed', 'mail', 'Unsubscribed', 'By email'],
  ['frequency', 'monthly', 'Changed frequency', 'Monthly'],
  ['confirmed', '', 'Confirmed the address', ''],
  ['of-later', 'anything', 'Of later', 'anything'],
])('the event %s with “%s” is shown as “%s”', (kind, stored, what, detail) => {
  expect(describeEvent({ kind, detail: stored })).toEqual({ what, detail })
})
