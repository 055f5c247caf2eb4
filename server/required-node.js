/*
 * Imported first, also by old versions of Node that cannot parse the other files, to print which version is required.
 * Hence plain JavaScript without anything newer than Node 14.
 */
const required = 24
const running = process.versions.node

if (Number(running.split('.')[0]) < required) {
  console.error(`Swade requires Node ${required} or later. You are running Node ${running}.`)
  process.exit(1)
}
