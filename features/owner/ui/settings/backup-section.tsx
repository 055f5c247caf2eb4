import { ButtonAnchor } from '#ui/button.tsx'
import { SettingsPart } from '#ui/desk/settings-part.tsx'
import { formatTimestamp } from '#shared/timestamp.ts'

/** Everything in one file. */
export function BackupSection({ last }: { last: string | undefined }) {
  return (
    <SettingsPart
      id="backup"
      title="Backup"
      lead={last ? `Last downloaded ${formatTimestamp(last)}.` : 'None was downloaded from this installation yet.'}
    >
      <p className="measure text-small">
        One file with every table as it is in this moment, every stored file and the content folder. It holds what buyers and artists
        trusted you with: keep it where nobody else reads. <code className="figures text-[0.8125rem]">npm run restore -- backup.tar</code>{' '}
        fills a new installation with it, where no mail leaves before you say so.
      </p>
      <p>
        <ButtonAnchor href="/api/owner/backup" download>
          Download a backup
        </ButtonAnchor>
      </p>
    </SettingsPart>
  )
}
