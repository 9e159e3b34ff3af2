// What may check and spend an approval, and can't make one: for the ports that write, run and restore.
export { applyAllOnce, applyOnce, approvedEdits, undoOf, verifyApproved } from './approvals';
