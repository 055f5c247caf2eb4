import { CircleAlert, Info } from 'lucide-react'
import { useLocale, useTranslations } from 'use-intl/react'
import { formatDuration } from '#shared/duration.ts'
import type { SubmissionStatus } from '#features/submissions/contract.ts'
import { loudnessText, noteText } from '#features/submissions/note-text.ts'
import { isUnchecked } from '#features/submissions/unchecked.ts'

/** Facts, findings and airplay of the recording. */
export function Recording({
  facts,
  checks,
  onAir,
  state,
}: Pick<SubmissionStatus, 'facts' | 'checks' | 'onAir' | 'state'>) {
  const t = useTranslations('submissions.status.facts')
  const tNotes = useTranslations('submissions.notes')
  const locale = useLocale()
  const [kbps, khz] = [facts.bitrateKbps, facts.sampleRate / 1000]
  // The status steps say that the checks could not be completed; the note about it is addressed to the reviewer.
  const findings = checks?.notes.filter(({ code }) => code !== 'not-checked') ?? []
  const isDecided = state !== 'received' && state !== 'in_review'
  const figures: [name: string, value: string][] = [
    [t('length'), formatDuration(facts.durationSeconds)],
    [t('bitrate'), facts.isVariableBitrate ? t('bitrateVariable', { kbps }) : t('bitrateValue', { kbps })],
    [t('format'), facts.channels === 1 ? t('formatMono', { khz }) : t('formatStereo', { khz })],
  ]
  if (checks?.loudnessLufs !== undefined && checks.loudnessLufs !== null)
    figures.push([t('loudness'), t('loudnessValue', { lufs: loudnessText(checks.loudnessLufs, locale) })])
  if (state === 'accepted')
    figures.push(
      [t('plays'), onAir.plays.toLocaleString(locale)],
      [t('peakListeners'), onAir.peakListeners.toLocaleString(locale)],
    )
  return (
    <div className="flex flex-col gap-6">
      {checks && !isUnchecked(checks) ? <Waveform peaks={checks.peaks} /> : null}
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-3">
        {figures.map(([name, value]) => (
          <div key={name} className="flex flex-col gap-1">
            <dt className="label text-dust">{name}</dt>
            <dd className="figures">{value}</dd>
          </div>
        ))}
      </dl>
      {findings.length > 0 ? (
        <div className="flex flex-col gap-3">
          <h3 className="label text-dust">{t('findings')}</h3>
          <ul className="flex flex-col gap-2">
            {findings.map((note) => {
              const Sign = note.severity === 'info' ? Info : CircleAlert
              return (
                <li key={note.code} className="flex items-start gap-3 text-small">
                  <Sign size={18} strokeWidth={1.5} aria-hidden="true" className="mt-0.5 shrink-0 text-dust" />
                  {noteText(note, tNotes, locale)}
                </li>
              )
            })}
          </ul>
          {isDecided ? null : <p className="text-small text-dust">{t('findingsHint')}</p>}
        </div>
      ) : null}
    </div>
  )
}

/** Static waveform of a recording: 240 whole numbers 0–100. */
function Waveform({ peaks }: { peaks: readonly number[] }) {
  const t = useTranslations('submissions.status.facts')
  const path = peaks
    .map((peak, index) => `M${index + 0.5} ${50 - Math.max(0.5, peak / 2)}v${Math.max(1, peak)}`)
    .join('')
  return (
    <svg
      viewBox={`0 0 ${peaks.length} 100`}
      preserveAspectRatio="none"
      role="img"
      aria-label={t('waveform')}
      className="h-24 w-full text-sand"
    >
      <path d={path} stroke="currentColor" strokeWidth="0.6" vectorEffect="none" fill="none" />
    </svg>
  )
}
