import { Link } from 'react-router'
import { formatTimestamp } from '#shared/timestamp.ts'
import type { SubmissionView } from '#features/submissions/contract.ts'
import { genreNames } from '#features/submissions/constants.ts'
import { sizeText } from '#features/submissions/ui/submit/file/file-field.tsx'
import { Fact } from './fact.tsx'

/** Track details as entered by the artist, shown as plain text. */
export function FactSheet({ submission }: { submission: SubmissionView }) {
  const { texts, artistEmail, fileName, audioBytes, audioSha256, receivedAt, consent, statusPath } = submission
  const others: [name: string, words: string][] = [
    ['Album', texts.album_name],
    ['ISRC', texts.isrc],
    ['Label', texts.label_name],
    ['Producer', texts.producer_name],
    ['Publisher', texts.publishing_org],
  ]
  return (
    <section aria-labelledby="sheet" className="flex flex-col gap-5">
      <h2 id="sheet" className="label border-b border-groove pb-3 text-dust">
        Track details
      </h2>
      <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2 md:grid-cols-3">
        <Fact name="Artist">{texts.artist_name}</Fact>
        <Fact name="Email">{artistEmail || <Removed />}</Fact>
        <Fact name="Genre">{genreNames[texts.genre]}</Fact>
        {others.map(([name, words]) =>
          words ? (
            <Fact key={name} name={name}>
              {words}
            </Fact>
          ) : null,
        )}
        {texts.artist_website ? (
          <Fact name="Website">
            <StrangersLink address={texts.artist_website} />
          </Fact>
        ) : null}
        {texts.artist_social ? (
          <Fact name="Social media">
            <StrangersLink address={texts.artist_social} />
          </Fact>
        ) : null}
        {texts.description ? (
          <Fact name="About the track" isWide>
            <span className="whitespace-pre-line">{texts.description}</span>
          </Fact>
        ) : null}
        <Fact name="Consent" isWide>
          “{consent.text}”
          <span className="block text-small text-dust">
            {formatTimestamp(consent.at)}
            {consent.address ? `, from ${consent.address}` : ''}
          </span>
        </Fact>
        <Fact name="File">
          {fileName}
          <span className="figures block text-small text-dust">{sizeText(audioBytes, 'en')}</span>
        </Fact>
        <Fact name="SHA-256" isFigure>
          <span className="text-small">{audioSha256}</span>
        </Fact>
        <Fact name="Received" isFigure>
          {formatTimestamp(receivedAt)}
        </Fact>
        <Fact name="Status page">
          <Link to={statusPath} className="underline decoration-groove underline-offset-4 hover:decoration-live">
            View as artist
          </Link>
        </Fact>
      </dl>
    </section>
  )
}

/** Marks data that was deleted after its retention period. */
const Removed = () => <span className="text-dust">Deleted at the end of its storage period</span>

/** Links to the address only if it is a web address; otherwise it is shown as text. */
function StrangersLink({ address }: { address: string }) {
  if (!URL.canParse(address) || !['http:', 'https:'].includes(new URL(address).protocol)) return <>{address}</>
  return (
    <a
      href={address}
      target="_blank"
      rel="noopener noreferrer nofollow ugc"
      className="underline decoration-groove underline-offset-4 hover:decoration-live"
    >
      {address}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  )
}
