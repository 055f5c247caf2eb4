/*
 * Imported before everything else, by old versions of Node too, which cannot read the rest: whoever starts the site with one is told what it
 * needs. Hence plain JavaScript, without anything newer than Node 14.
 */
const required = 24
const running = process.versions.node

if (Number(running.split('.')[0]) < required) {
  console.error(`Swade requires Node ${required} or later. You are running Node ${running}.`)
  process.exit(1)
}
