import { chownSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import type { RunAs } from './unprivileged-user.ts'

/** Part of the socket's name only; the embedded server listens on no network. */
export const port = 5432

/** Locale rules built into PostgreSQL: text sorts the same whatever the machine's C library becomes. */
export const newClusterOptions = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', '--auth=peer']

/** The site works as a plain role that owns its database, never as the superuser. */
export const newClusterStatements = ['CREATE ROLE swade LOGIN;', 'CREATE DATABASE swade OWNER swade;']

/** What the embedded server is started with: durable above all, and small. */
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
    // What one site holds lies in memory or on a disk without a head to move: an index is not four times as dear as
    // reading everything.
    random_page_cost: '1.1',
    max_wal_size: '256MB',
    // One site on one machine: no helper processes kept waiting in memory.
    io_method: 'sync',
    max_parallel_workers_per_gather: '0',
    max_logical_replication_workers: '0',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    // Failed statements are ours to report; their texts can hold addresses of people.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
  }
}

/**
 * Who may connect: only processes of the user this one runs as, told by the kernel (`peer`). That is
 * stronger than `trust` behind a private folder, which would also let in whatever else runs as `nobody`,
 * and needs no password to keep. Root needs the map, since the server runs as somebody else.
 */
export function writeAccessRules(runFolder: string, runAs: RunAs): { hba: string; ident: string } {
  const files = { hba: join(runFolder, 'pg_hba.conf'), ident: join(runFolder, 'pg_ident.conf') }
  const me = userInfo().username
  writeFileSync(files.hba, 'local all all peer map=site\n')
  writeFileSync(files.ident, `site "${me}" swade\nsite "${me}" postgres\n`)
  if (runAs) for (const file of Object.values(files)) chownSync(file, runAs.uid, runAs.gid)
  return files
}
