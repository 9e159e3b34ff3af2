// Stands in for a browser whose user agrees to everything: goes to a page, and to where that leads.
const page = process.argv.at(-1);
const { headers } = await fetch(page, { redirect: 'manual' });
const back = headers.get('location');
if (back) await fetch(back);
