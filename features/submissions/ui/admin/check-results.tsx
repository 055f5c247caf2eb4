import { countOf } from '#shared/count-of.ts'
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import { Link } from 'react-router'
import { formatDuration } from '#shared/duration.ts'
import { withPausedNote } from '#features/owner/contract.ts'
import type { CheckNote, RecordingChecks, SubmissionView } from '#features/submissions/contract.ts'
import { isUnchecked } from '#features/submissions/unchecked.ts'
import { Fact } from './fact.tsx'

const signs = {
  info: { Shape: Info, words: 'Information', className: 'text-dust' },
  warning: { Shape: TriangleAlert, words: 'Warning', className: 'text-live' },
  problem: { Shape: CircleAlert, words: 'Problem', className: 'text-loss' },
} as const

/** Results of the checks and facts of the recording. */
export function CheckResults({
  submission: { checks, facts, state },
  isPaused,
}: {
  submission: SubmissionView
  isPaused: boolean
}) {
  return (
    <section aria-labelledby="checks" className="flex flex-col gap-5">
      <h2 id="checks" className="label border-b border-groove pb-3 text-dust">
        Checks
      </h2>
      {checks ? (
        <Notes notes={checks.notes} />
      ) : (
        <p className="text-dust">
          {state === 'declined' || state === 'withdrawn'
            ? `The track was ${state} before the checks were done.`
            : withPausedNote('The checks are not done yet. They run automatically.', isPaused)}
        </p>
      )}
      <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2 md:grid-cols-3">
        <Fact name="Length" isFigure>
          {formatDuration(facts.durationSeconds)} ({facts.frameCount.toLocaleString('en-US')} frames)
        </Fact>
        <Fact name="Bitrate" isFigure>
          {Math.round(facts.bitrateKbps)} kbit/s{facts.isVariableBitrate ? ', variable' : ''}
        </Fact>
        <Fact name="Format" isFigure>
          {(facts.sampleRate / 1000).toFixed(1)} kHz, {facts.channels === 2 ? 'stereo' : 'mono'}
        </Fact>
        {checks && !isUnchecked(checks) ? (
          <>
            <Fact name="Loudness" isFigure>
              {checks.loudnessLufs === null ? 'Silent' : `${checks.loudnessLufs.toFixed(1)} LUFS`}
            </Fact>
            <Fact name="True peak" isFigure>
              {checks.truePeakDb === null ? 'None' : `${checks.truePeakDb.toFixed(1)} dB`}
            </Fact>
            <Fact name="Clipped" isFigure>
              {countOf(checks.clippedSamples, 'sample')}
            </Fact>
            <Fact name="Silence" isFigure>
              {silenceText(checks.silence, facts.durationSeconds)}
            </Fact>
            <Fact name="Damaged frames" isFigure>
              {checks.brokenFrames.toLocaleString('en-US')}
            </Fact>
          </>
        ) : null}
      </dl>
      {checks && checks.sameAs.length > 0 ? (
        <p>
          The same file was submitted before:{' '}
          {checks.sameAs.map((id, index) => (
            <span key={id}>
              {index > 0 ? ', ' : ''}
              <Link
                to={`/admin/submissions/${id}`}
                className="underline decoration-groove underline-offset-4 hover:decoration-live"
              >
                {checks.sameAs.length === 1
                  ? 'View that submission'
                  : `View submission ${index + 1} of ${checks.sameAs.length}`}
              </Link>
            </span>
          ))}
          .
        </p>
      ) : null}
    </section>
  )
}

/** Silence at the start and at the end overlap only if there is nothing else. */
function silenceText(
  { leadSeconds, tailSeconds, longestSeconds }: RecordingChecks['silence'],
  durationSeconds: number,
): string {
  if (leadSeconds + tailSeconds > durationSeconds) return 'The whole recording'
  return `${leadSeconds.toFixed(1)} s at the start, ${tailSeconds.toFixed(1)} s at the end, longest pause ${longestSeconds.toFixed(1)} s`
}

function Notes({ notes }: { notes: readonly CheckNote[] }) {
  if (notes.length === 0)
    return (
      <p className="flex items-start gap-2.5">
        <CircleCheck size={18} className="mt-1 shrink-0 text-gain" />
        No problems found.
      </p>
    )
  return (
    <ul className="flex flex-col gap-2">
      {notes.map(({ code, severity, text }) => {
        const { Shape, words, className } = signs[severity]
        return (
          <li key={code} className="flex items-start gap-2.5">
            <Shape size={18} strokeWidth={1.5} aria-hidden="true" className={`mt-1 shrink-0 ${className}`} />
            <span>
              <span className="sr-only">{words}: </span>
              {text}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
