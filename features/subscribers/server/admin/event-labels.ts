import type { TimelineEvent } from '#features/subscribers/contract.ts'
import { statusLabels } from '#features/subscribers/status-labels.ts'
import { suppressionLabel } from '#features/subscribers/suppression-labels.ts'

const eventLabels: Record<string, string> = {
  'signed-up': 'Signed up',
  'asked-again': 'Signed up again',
  'confirmed': 'Confirmed the address',
  'came-back': 'Resubscribed',
  'unsubscribed': 'Unsubscribed',
  'frequency': 'Changed frequency',
  'counting': 'Changed tracking',
  'imported': 'Imported',
  'imported-as': 'Imported',
  'suppressed': 'Suppressed',
  'released': 'Suppression removed',
  'released-to-list': 'Suppression removed',
}

/** Places where a person can sign up. Before the page was stored, sign-ups with script were stored as `api`. */
const formLabels: Record<string, string> = {
  landing: 'on the landing page',
  page: 'on the newsletter page',
  issue: 'on the page of an issue',
}

const detailLabels: Record<string, string> = {
  'page': 'On the site',
  'one-click': 'With the unsubscribe button of an email app',
  'mail': 'By email',
  'weekly': 'Weekly',
  'monthly': 'Monthly',
  'on': 'On',
  'off': 'Off',
}

/** Returns a stored event in the words of the admin. */
export function describeEvent({ kind, detail }: { kind: string; detail: string }): Omit<TimelineEvent, 'at'> {
  const what = eventLabels[kind] ?? labelOf(kind)
  const signUp = /^form (\S+), consent (\S+)$/.exec(detail)
  if (signUp) return describeSignUp(what, signUp[1]!, signUp[2]!)
  // Reports of mail systems have no author, and their text may contain anything.
  const isReport = kind === 'suppressed' && /^(bounce|complaint): /.test(detail) && !/, by \S+@\S+$/.test(detail)
  const [, subject = '', author] = (isReport ? undefined : /^(?:([^]+), )?by ([^]+)$/.exec(detail)) ?? []
  if (isReport)
    return { what, detail: detail.startsWith('bounce') ? suppressionLabel(detail) : suppressionLabel('complaint') }
  if (author === undefined) return { what, detail: detailLabels[detail] ?? detail }
  const importer = /^an import of ([^]+)$/.exec(author)?.[1]
  if (importer !== undefined) return { what, detail: `By ${importer}, through an import` }
  if (kind === 'imported-as')
    return {
      what: `${what} as ${(statusLabels as Record<string, string>)[subject] ?? subject}`,
      detail: `By ${author}`,
    }
  if (subject === '') return { what, detail: `By ${author}` }
  return kind === 'suppressed'
    ? { what, detail: `By ${author}: ${subject}` }
    : { what, detail: `By ${author}. ${removedCauses[subject] ?? subject}` }
}

/** Sentences about the cause of a suppression that was removed. */
const removedCauses: Record<string, string> = {
  'by-admin': 'It had been set by an administrator.',
  'bounce': 'The address had been suppressed because of a bounce.',
  'complaint': 'The address had been suppressed because of a spam report in an imported file.',
}

function describeSignUp(what: string, form: string, consent: string): Omit<TimelineEvent, 'at'> {
  const [, version = consent, untracked = '', locale] = /^(.+?)(-untracked)?(?:-([a-z]{2}))?$/.exec(consent) ?? []
  const language = locale ? `, ${new Intl.DisplayNames('en', { type: 'language' }).of(locale)}` : ''
  const text = `Consent text: version ${version}${untracked && ' without tracking'}${language}.`
  const place = formLabels[form]
  return place
    ? { what: `${what} ${place}`, detail: text }
    : { what, detail: `With a form on the site or through the API. ${text}` }
}

function labelOf(kind: string): string {
  return (kind.charAt(0).toUpperCase() + kind.slice(1)).replaceAll('-', ' ')
}
