import { data, Link } from 'react-router'
import { actorContext } from '#shared/actor.ts'
import { countOf } from '#shared/count-of.ts'
import { cutText } from '#shared/cut-text.ts'
import { pageTranslator } from '#shared/messages.ts'
import { servicesContext } from '#shared/services.ts'
import { ActionResult, type ActionOutcome } from '#ui/action-result.tsx'
import { BackLink } from '#ui/back-link.tsx'
import { FieldError } from '#ui/field.tsx'
import { EmptyState } from '#ui/notice.tsx'
import { unlistedMeta } from '#ui/page-meta.ts'
import { Pager, pageOf } from '#ui/pager.tsx'
import { revalidateAfterActions } from '#ui/revalidate-after-actions.ts'
import { ScreenHeading } from '#ui/screen-heading.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { useLastReply } from '#ui/use-last-reply.ts'
import { useOutcomeFocus } from '#ui/use-outcome-focus.ts'
import { PostForm, SubmitButton } from '#ui/post-form.tsx'
import type { Route } from './+types/tracks-page.ts'
import { maxFilesPerForm } from '#features/tracks/contract.ts'
import { performTrackAction } from './perform-track-action.ts'
import { AddedTrackRow, rosterListId, WaitingTrack } from './track-row.tsx'
import { UploadTracks } from './upload-tracks.tsx'

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, 'Import tracks')

export const shouldRevalidate = revalidateAfterActions

export async function loader({ request, context }: Route.LoaderArgs) {
  const { trackImport, artists, backgroundJobs } = context.get(servicesContext)
  const search = new URL(request.url).searchParams
  const { tracks, total, page, pageCount } = await trackImport.waiting(pageOf(search))
  const count = (name: string) => Math.min(10_000, Number(/^\d{1,5}$/.exec(search.get(name) ?? '')?.[0] ?? 0))
  return {
    tracks,
    total,
    page,
    pageCount,
    added: await trackImport.added(),
    isPaused: await backgroundJobs.isPaused(),
    roster: artists.list().map(({ name }) => name),
    maxBytes: trackImport.maxBytes,
    // Result of a form that was sent without JavaScript.
    form: search.has('imported')
      ? {
          imported: count('imported'),
          known: count('known'),
          refused: search
            .getAll('refused')
            .slice(0, maxFilesPerForm)
            .map((line) => cutText(line, 400)),
        }
      : undefined,
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { trackImport } = context.get(servicesContext)
  const actor = context.get(actorContext).email
  const { status, ...answer } = await performTrackAction(
    { trackImport, t: pageTranslator(context), actor },
    await request.formData(),
  )
  return data(answer, { status })
}

/** The owner's import of recordings: upload, corrections, and destinations. */
export default function TracksPage({ loaderData, actionData }: Route.ComponentProps) {
  const reply = useLastReply(actionData)
  const { tracks, total, page, pageCount, added, isPaused, roster, maxBytes, form } = loaderData
  const result = useOutcomeFocus(reply)
  const typed = new Map(reply?.typed.map((one) => [one.id, one]))
  const problems = reply?.problems ?? {}
  return (
    <>
      <BackLink to="/admin/submissions">Artist Submissions</BackLink>
      <ScreenHeading title="Import tracks">
        Upload your own recordings, correct their tags, then add them to the station or to an artist’s page.
      </ScreenHeading>
      <div ref={result} tabIndex={-1} className="outline-none not-has-[p]:-mt-8">
        <ActionResult outcome={reply?.outcome ?? formOutcome(form)} />
        {form && !reply ? (
          <ul className="flex flex-col gap-2 pt-3 empty:hidden">
            {form.refused.map((line) => (
              <li key={line}>
                <FieldError>{line}</FieldError>
              </li>
            ))}
          </ul>
        ) : null}
        {reply?.drafts.map(({ slug, name }) => (
          <p key={slug} className="pt-3 text-small">
            Added to the draft of {name}, which visitors do not see until you publish it.{' '}
            <Link
              to={`/admin/content/artist/${slug}`}
              className="inline-flex min-h-11 items-center underline underline-offset-4 hover:text-live"
            >
              Finish and publish {name}
            </Link>
          </p>
        ))}
      </div>
      <UploadTracks maxBytes={maxBytes} />
      <section aria-labelledby="waiting" className="flex flex-col gap-4">
        <h2 id="waiting" className="title">
          Waiting for your decision ({total})
        </h2>
        {tracks.length === 0 ? (
          <EmptyState title="No tracks waiting">Uploaded recordings appear here with their tags.</EmptyState>
        ) : (
          <PostForm noValidate className="flex flex-col gap-4">
            {/* Enter submits a form with its first button, which must not be one that discards. */}
            <button type="submit" name="act" value="save" tabIndex={-1} aria-hidden="true" className="sr-only">
              Save corrections
            </button>
            <datalist id={rosterListId}>
              {roster.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </datalist>
            <ul aria-label="Tracks waiting" className="flex flex-col border-b border-groove">
              {tracks.map((track) => (
                <WaitingTrack
                  // A saved correction shows the stored values, a rejected one the entered values.
                  key={`${track.id} ${track.title} ${track.artist} ${track.album} ${problems[track.id] ?? ''}`}
                  track={track}
                  typed={problems[track.id] ? typed.get(track.id) : undefined}
                  problem={problems[track.id]}
                />
              ))}
            </ul>
            <div className="flex flex-wrap items-end gap-3">
              <SelectField
                label="Undecided tracks on this page"
                name="all"
                defaultValue="later"
                options={[
                  ['later', 'Decide later'],
                  ['station', 'Add to the station'],
                  ['list', 'Add to their artists’ tracks'],
                ]}
              />
              <SubmitButton name="act" value="add" variant="primary">
                Add tracks
              </SubmitButton>
              <SubmitButton name="act" value="save">
                Save corrections
              </SubmitButton>
            </div>
          </PostForm>
        )}
        <Pager label="Pages of tracks" page={page} pageCount={pageCount} />
      </section>
      {added.length > 0 ? (
        <section aria-labelledby="added" className="flex flex-col gap-4">
          <h2 id="added" className="title">
            Added
          </h2>
          <ul aria-label="Added tracks" className="flex flex-col border-b border-groove">
            {added.map((track) => (
              <AddedTrackRow key={track.id} track={track} isPaused={isPaused} />
            ))}
          </ul>
        </section>
      ) : null}
    </>
  )
}

function formOutcome(
  form: { imported: number; known: number; refused: string[] } | undefined,
): ActionOutcome | undefined {
  if (!form) return undefined
  const { imported, known, refused } = form
  const parts = [
    `${countOf(imported, 'file')} imported.`,
    ...(known > 0 ? [`${countOf(known, 'file')} already on the site.`] : []),
  ]
  return { kind: refused.length > 0 ? 'refused' : 'done', message: parts.join(' ') }
}
