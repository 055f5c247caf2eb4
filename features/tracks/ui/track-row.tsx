import { Music } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatDuration } from '#shared/duration.ts'
import { punctuateQuotes, quoteTitle } from '#shared/quotation-marks.ts'
import { ListenPlayer } from '#ui/admin/listen-player.tsx'
import { Field, FieldError, FieldWarning } from '#ui/field.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { PostForm, SubmitButton } from '#ui/post-form.tsx'
import {
  type AddedTrack,
  type ImportedTrack,
  removedArtistReason,
  trackAudioPath,
  type TrackChange,
} from '#features/tracks/contract.ts'

const uses = [
  ['later', 'Decide later'],
  ['station', 'Add to the station'],
  ['list', 'Add to the artist’s tracks'],
  ['page', 'Feature on the artist’s page'],
] as const

/** Id of the list of names for the artist fields. */
export const rosterListId = 'roster'

/** An undecided track with editable fields. `typed` contains the values of a rejected form. */
export function WaitingTrack({
  track,
  typed,
  problem,
}: {
  track: ImportedTrack
  typed: TrackChange | undefined
  problem: string | undefined
}) {
  const { id, title, artist, album } = { ...track, ...typed?.details }
  const { rosterArtist } = track
  const [typedArtist, setArtist] = useState(artist)
  // The problem is that of the artist who was sent; the reason why this one cannot be used is not repeated.
  const isRefused = problem !== undefined && typedArtist === artist
  const hint = isRefused && !isUsable(track, typedArtist) ? undefined : artistHint(track, typedArtist)
  return (
    <li
      id={id}
      className="grid scroll-mt-24 gap-x-6 gap-y-4 border-t border-groove py-6 md:grid-cols-[7rem_minmax(0,1fr)]"
    >
      <input type="hidden" name="track" value={id} />
      <Cover track={track} />
      <div className="flex min-w-0 flex-col gap-4">
        <Facts track={track} />
        <div className="grid gap-4 lg:grid-cols-2">
          <Field label="Title" name={`title:${id}`} defaultValue={title} maxLength={160} />
          <Field
            label="Artist"
            name={`artist:${id}`}
            defaultValue={artist}
            maxLength={120}
            list={rosterListId}
            autoComplete="off"
            onInput={({ currentTarget }) => setArtist(currentTarget.value)}
            {...(hint ? { hint } : {})}
          />
          <Field label="Album" name={`album:${id}`} defaultValue={album} maxLength={160} />
          <SelectField
            label="Action"
            name={`use:${id}`}
            defaultValue={typed?.use ?? track.use}
            options={uses}
            {...(rosterArtist?.featuredTitle && typedArtist === track.artist
              ? {
                  hint: punctuateQuotes(
                    `The page currently features ${quoteTitle(rosterArtist.featuredTitle)}. If you feature this track, that one moves into the artist’s tracks.`,
                  ),
                }
              : {})}
          />
        </div>
        {problem ? (
          <div role="alert">
            <FieldError>{problem}</FieldError>
          </div>
        ) : null}
        <div className="flex flex-wrap items-center gap-4">
          <ListenPlayer src={trackAudioPath(id)} of={title} durationSeconds={track.durationSeconds} />
          <SubmitButton name="act" value={`discard:${id}`}>
            Discard<span className="sr-only"> {title}</span>
          </SubmitButton>
        </div>
      </div>
    </li>
  )
}

/** Returns whether a track can be added to the artist, as far as the list knows. */
const isUsable = ({ artist, removedArtist }: ImportedTrack, typed: string): boolean =>
  typed.trim() !== '' && !(removedArtist && typed === artist)

/** Returns a hint about the saved artist; only the server knows about another one. */
function artistHint({ artist, rosterArtist, removedArtist }: ImportedTrack, typed: string): string | undefined {
  if (!typed.trim()) return 'Enter the artist before you add this track.'
  if (typed !== artist) return undefined
  if (rosterArtist) return `On the roster as ${rosterArtist.name}.`
  return removedArtist
    ? removedArtistReason(removedArtist)
    : 'Not on the roster. If you add the track to the artist, it goes into an unpublished draft of this artist.'
}

/** Id of the list of tracks in the form of an artist. */
const tracksFieldId = 'field-tracks'

/** A track that was added, with its state at the station. */
export function AddedTrackRow({ track, isPaused }: { track: AddedTrack; isPaused: boolean }) {
  const { id, title, artist, station, use, rosterArtist, draftArtist } = track
  const page = rosterArtist ?? draftArtist
  return (
    <li id={id} className="flex scroll-mt-24 flex-wrap items-center gap-x-6 gap-y-3 border-t border-groove py-4">
      <Cover track={track} isSmall />
      <div className="flex min-w-0 flex-1 basis-56 flex-col gap-1">
        <p className="[overflow-wrap:anywhere]">
          {title} <span className="text-dust">{artist}</span>
        </p>
        <p className="flex flex-wrap items-center gap-x-4 text-small text-dust">
          {use === 'station' ? station && stationText(station, isPaused) : pageText(track)}
          {use !== 'station' && page ? (
            <Link
              to={`/admin/content/artist/${page.slug}#${tracksFieldId}`}
              className="inline-flex min-h-11 items-center underline underline-offset-4 hover:text-live"
            >
              {rosterArtist ? `Edit the tracks of ${page.name}` : `Edit the draft of ${page.name}`}
            </Link>
          ) : null}
        </p>
      </div>
      <PostForm>
        <SubmitButton name="act" value={station ? `take-back:${id}` : `discard:${id}`}>
          {station ? 'Remove from the station' : 'Remove from this list'}
          <span className="sr-only">: {title}</span>
        </SubmitButton>
      </PostForm>
    </li>
  )
}

// The tracks of an artist may be in a draft, or may have been changed since.
function pageText({ use, rosterArtist, draftArtist, removedArtist }: AddedTrack): string {
  if (draftArtist)
    return use === 'page'
      ? `Added as the featured track in the unpublished draft of ${draftArtist.name}`
      : `Added to the tracks in the unpublished draft of ${draftArtist.name}`
  const added = use === 'page' ? 'Added as the featured track' : 'Added to the artist’s tracks'
  if (rosterArtist) return added
  return `${added}. ${removedArtist ? 'The artist was removed from the site.' : 'The artist is not published.'}`
}

function stationText({ state, reason, plays }: NonNullable<AddedTrack['station']>, isPaused: boolean): string {
  const played = plays === 0 ? 'not played yet' : plays === 1 ? 'played once' : `played ${plays} times`
  if (state === 'failed') return `Not on air: ${reason || 'unknown error'}`
  if (state === 'manual') return 'Add the file to your station manually'
  if (state === 'in-rotation') return `In rotation, ${played}`
  return isPaused ? 'Not on air yet: background jobs are paused' : 'Being prepared for the station'
}

function Cover({ track, isSmall = false }: { track: ImportedTrack; isSmall?: boolean }) {
  const size = isSmall ? 'size-12' : 'size-28'
  if (!track.cover)
    return (
      <div
        className={`${size} grid shrink-0 place-items-center border border-groove text-center text-[0.75rem] text-dust`}
      >
        {isSmall ? (
          <>
            <Music size={18} strokeWidth={1.5} aria-hidden="true" />
            <span className="sr-only">No cover</span>
          </>
        ) : (
          'No cover'
        )}
      </div>
    )
  return (
    <img
      src={track.cover.replace('.webp', '-480.webp')}
      alt={`Cover of ${track.title}`}
      loading="lazy"
      width={112}
      height={112}
      className={`${size} shrink-0 border border-groove bg-plate-raised object-cover`}
    />
  )
}

function Facts({ track }: { track: ImportedTrack }) {
  const { fileName, durationSeconds, bitrateKbps, year, bpm, notes } = track
  const facts = [
    formatDuration(durationSeconds),
    `${bitrateKbps} kbit/s`,
    ...(year ? [String(year)] : []),
    ...(bpm ? [`${bpm} BPM`] : []),
  ]
  return (
    <div className="flex flex-col gap-2">
      <p className="figures flex flex-wrap gap-x-4 text-small text-dust">
        <span className="[overflow-wrap:anywhere]">{fileName}</span>
        {facts.map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
      </p>
      {notes.map((note) => (
        <FieldWarning key={note}>{note}</FieldWarning>
      ))}
    </div>
  )
}
