import type { RetentionRule } from '#platform/retention.ts'

/** Retention of orders and their related data. */
export const checkoutRetention: readonly RetentionRule[] = [
  {
    data: 'Addresses of payment pages',
    outcome: 'removed after the page has expired',
    days: 2,
    statement: `update orders set session_url = '' where session_url <> '' and session_expires_at < $1`,
  },
  {
    data: 'Email addresses of orders that were never paid',
    outcome: 'removed',
    days: 90,
    statement: `update orders set email = '' where email <> '' and state in ('expired', 'declined') and paid_at is null
      and cardinality(action_items) = 0 and created_at < $1`,
  },
  {
    data: 'Hashes of IP addresses of orders',
    outcome: 'removed',
    days: 90,
    statement: `update orders set client_hash = '' where client_hash <> '' and created_at < $1`,
  },
  {
    data: 'Revoked book links (hashes)',
    outcome: 'deleted',
    days: 90,
    statement: `delete from access_links where revoked_at < $1`,
  },
  {
    data: 'Buyer libraries without a book',
    outcome: 'deleted',
    days: 400,
    statement: `delete from buyer_libraries l where created_at < $1
      and not exists (select from library_entitlements e where e.library_id = l.id)`,
  },
  {
    data: 'Events of the card provider',
    outcome: 'deleted; the history of the order remains',
    days: 400,
    statement: `delete from provider_events where received_at < $1`,
  },
  {
    data: 'Paid orders and withdrawals',
    outcome: 'email address, name and contract removed; amounts remain',
    // Ten years, which tax and commercial law of many countries require for invoices and related correspondence.
    days: 3653,
    statement: `with old_withdrawals as (
        update withdrawals set name = '', email = '', contract = '' where declared_at < $1 and email <> '' returning id
      ) update orders set email = '' where email <> '' and paid_at < $1`,
  },
  {
    data: 'Payment pages of the test checkout',
    outcome: 'email address removed',
    days: 90,
    statement: `update test_sessions set email = '' where email <> '' and expires_at < $1`,
  },
]
