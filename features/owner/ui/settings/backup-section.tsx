import { ButtonAnchor } from '#ui/button.tsx'
import { SettingsSection } from '#ui/admin/settings-section.tsx'
import { countOf } from '#shared/count-of.ts'
import { formatTimestamp } from '#shared/timestamp.ts'
import { type BackupStatus, pausedNote } from '#features/owner/contract.ts'

/** Schedule and last results of backups, and the download of one. */
export function BackupSection({ status }: { status: BackupStatus }) {
  const { place, everyHours, retentionDays, nextAt, lastSuccess, lastError, lastDownloadAt, restoredFrom } = status
  const unplanned = everyHours === 0 ? 'Not scheduled' : restoredFrom ? 'When resumed' : 'Soon'
  return (
    <SettingsSection
      id="backup"
      title="Backup"
      lead={
        everyHours > 0
          ? `An encrypted backup is made every ${everyHours === 1 ? 'hour' : `${everyHours} hours`} and kept for ${countOf(retentionDays, 'day')}.`
          : 'Automatic backups are off.'
      }
    >
      {restoredFrom ? (
        <p className="text-small">
          {`This site was restored from a backup made on ${formatTimestamp(restoredFrom)}. ${pausedNote}`}
        </p>
      ) : null}
      <dl className="figures grid gap-x-8 gap-y-4 text-small sm:grid-cols-2">
        <Fact name="Last backup" value={lastSuccess ? formatTimestamp(lastSuccess.at) : 'None yet'} />
        <Fact name="Size" value={lastSuccess?.size ?? '–'} />
        <Fact name="Next backup" value={nextAt ? formatTimestamp(nextAt) : unplanned} />
        <Fact name="Last download" value={lastDownloadAt ? formatTimestamp(lastDownloadAt) : 'None yet'} />
        <Fact name="Location" value={place} />
      </dl>
      {lastError ? (
        <p className="text-small text-loss">
          {`The backup of ${formatTimestamp(lastError.at)} failed: ${lastError.message}`}
        </p>
      ) : null}
      {status.isEncrypted ? null : (
        <p className="measure text-small text-dust">
          To turn automatic backups on, run <code className="figures text-[0.8125rem]">npm run backup -- key</code>,
          store the backup’s secret key (<code className="figures text-[0.8125rem]">BACKUP_IDENTITY</code>) somewhere
          else, and set <code className="figures text-[0.8125rem]">BACKUP_RECIPIENTS</code> to the public key.
        </p>
      )}
      <p className="measure text-small">
        A backup is one file with the current database, all stored files and the content folder. It contains personal
        data and the site’s encryption key. The download itself is not encrypted, so store it where only you can read
        it. <code className="figures text-[0.8125rem]">npm run restore -- backup.tar</code> restores it into a new
        installation. There, background jobs and all emails except sign-in codes stay paused until you resume them.
      </p>
      <p>
        <ButtonAnchor href="/api/owner/backup" download>
          Download a backup
        </ButtonAnchor>
      </p>
    </SettingsSection>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex flex-col gap-1">
      <dt className="label text-dust">{name}</dt>
      <dd className="break-words">{value}</dd>
    </div>
  )
}
