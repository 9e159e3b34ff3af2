// Functions that verify and spend approvals but can't create them: for the ports that write, run and restore.
export { applyAllOnce, applyOnce, approvedEdits, undoOf, verifyApproved } from './approvals';
