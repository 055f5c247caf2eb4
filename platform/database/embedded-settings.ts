import { chownSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import type { RunAs } from './unprivileged-user.ts'

/** Used only in the name of the socket; the embedded server listens on no network. */
export const port = 5432

/** Uses locale rules built into PostgreSQL, so that sorting does not depend on the C library. */
export const newClusterOptions = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', '--auth=peer']

/** The site uses a plain role that owns its database, never the superuser. */
export const newClusterStatements = ['CREATE ROLE swade LOGIN;', 'CREATE DATABASE swade OWNER swade;']

/** Returns the settings of the embedded server: durable and small. */
export function serverSettings(socketFolder: string, rules: { hba: string; ident: string }): Record<string, string> {
  return {
    listen_addresses: '',
    port: String(port),
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    hba_file: rules.hba,
    ident_file: rules.ident,
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    max_connections: '40',
    shared_buffers: '32MB',
    // The data is in memory or on an SSD, where random reads are not four times as expensive.
    random_page_cost: '1.1',
    max_wal_size: '256MB',
    // Avoids helper processes in memory.
    io_method: 'sync',
    max_parallel_workers_per_gather: '0',
    max_logical_replication_workers: '0',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    // The site reports failed statements; their texts can contain personal data.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
  }
}

/**
 * Writes access rules: only processes of the current user may connect, verified by the kernel (`peer`). That is
 * stronger than `trust` behind a private folder, which would also admit other processes of `nobody`, and needs no
 * password. Root needs the user map, since the server runs as another user.
 */
export function writeAccessRules(runFolder: string, runAs: RunAs): { hba: string; ident: string } {
  const files = { hba: join(runFolder, 'pg_hba.conf'), ident: join(runFolder, 'pg_ident.conf') }
  const me = userInfo().username
  writeFileSync(files.hba, 'local all all peer map=site\n')
  writeFileSync(files.ident, `site "${me}" swade\nsite "${me}" postgres\n`)
  if (runAs) for (const file of Object.values(files)) chownSync(file, runAs.uid, runAs.gid)
  return files
}
