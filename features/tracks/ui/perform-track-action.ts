import { countOf } from '#shared/count-of.ts'
import { isAppError } from '#shared/errors.ts'
import { translateError, type Translator } from '#shared/messages.ts'
import { quoteTitle } from '#shared/quotation-marks.ts'
import type { ActionOutcome } from '#ui/action-result.tsx'
import { type TrackChange, type TrackImportService, type TrackUse, trackUses } from '#features/tracks/contract.ts'

/** Response of the page: the outcome, errors by track, and drafts of artists that the owner has to complete. */
export type TracksAnswer = {
  outcome: ActionOutcome
  problems: Record<string, string>
  drafts: { slug: string; name: string }[]
  /** Entered values of tracks with an error. */
  typed: readonly TrackChange[]
}

type Deps = { trackImport: TrackImportService; t: Translator; actor: string }

/** Performs the action of a button in the track list. */
export async function performTrackAction(
  { trackImport, t, actor }: Deps,
  form: FormData,
): Promise<TracksAnswer & { status: number }> {
  const typed = changesOf(form)
  const answer = (outcome: ActionOutcome, rest: Partial<TracksAnswer> = {}, status = 200) => ({
    outcome,
    problems: {},
    drafts: [],
    typed: [],
    ...rest,
    status,
  })
  try {
    const [act = '', id = ''] = textOf(form, 'act').split(':')
    if (act === 'discard') {
      const { title, isOnPage } = await trackImport.discard(id, actor)
      const outcome = isOnPage ? 'was removed from this list. The artist’s tracks were not changed' : 'was discarded'
      return answer({ kind: 'done', message: `${quoteTitle(title)} ${outcome}.` })
    }
    if (act === 'take-back')
      return answer({
        kind: 'done',
        message: `${quoteTitle(await trackImport.removeFromStation(id, actor))} was removed from the station.`,
      })
    if (act === 'save') {
      const problems = await trackImport.save(typed)
      return Object.keys(problems).length === 0
        ? answer({ kind: 'done', message: 'Corrections saved.' })
        : answer({ kind: 'refused', message: 'Some corrections were not saved.' }, { problems, typed }, 400)
    }
    if (act !== 'add') return answer({ kind: 'refused', message: 'Unknown action.' }, {}, 400)
    const { added, drafts, problems } = await trackImport.add(typed, actor)
    const failed = Object.keys(problems).length
    const message = [
      added === 0 ? 'No tracks were added.' : `${countOf(added, 'track')} ${added === 1 ? 'was' : 'were'} added.`,
      ...(failed > 0 ? [`${countOf(failed, 'track')} could not be added. The list shows why.`] : []),
    ].join(' ')
    const undecided = 'Choose an action other than “Decide later” for at least one track, then try again.'
    if (added + failed === 0) return answer({ kind: 'refused', message: undecided }, {}, 400)
    return answer(
      { kind: failed > 0 ? 'refused' : 'done', message },
      { drafts, problems, typed },
      failed > 0 ? 400 : 200,
    )
  } catch (error) {
    if (!isAppError(error)) throw error
    return answer({ kind: 'refused', message: translateError(t, error) }, { typed }, error.status)
  }
}

/** Returns the tracks of the form; the button above the list selects the same destination for all undecided tracks. */
function changesOf(form: FormData): TrackChange[] {
  const forAll = readUse(textOf(form, 'all'))
  return form
    .getAll('track')
    .filter((id) => typeof id === 'string')
    .slice(0, 200)
    .map((id) => {
      const use = readUse(textOf(form, `use:${id}`))
      return {
        id,
        details: {
          title: textOf(form, `title:${id}`),
          artist: textOf(form, `artist:${id}`),
          album: textOf(form, `album:${id}`),
        },
        use: use === 'later' ? forAll : use,
      }
    })
}

const readUse = (text: string): TrackUse => trackUses.find((use) => use === text) ?? 'later'

function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
