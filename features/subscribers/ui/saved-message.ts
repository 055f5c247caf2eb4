import type { PreferencesView } from '#features/subscribers/preferences.ts'

/**
 * Returns the key of the message about saved preferences. It goes by the preferences after the change, because a
 * suppressed address stays off the list whatever was chosen.
 *
 * @param hasDigest Whether the monthly digest is sent.
 */
export function savedMessage({ frequency }: Pick<PreferencesView, 'frequency'>, hasDigest: boolean) {
  if (frequency === 'off') return 'subscribers.answers.savedUnsubscribed'
  if (frequency === 'monthly' && !hasDigest) return 'subscribers.answers.savedWithoutDigest'
  return 'subscribers.answers.saved'
}
