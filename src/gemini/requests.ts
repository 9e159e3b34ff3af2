// What is needed once something is asked of the service: a bundle of its own, loaded then.
export { createContentGenerator } from './contentGenerator';
export { closedControls, fetchAdminControls } from './codeAssist/adminControls';
export { readQuota } from './codeAssist/quota';
export { describeHops, diagnoseSignIn } from './diagnosis';
export { checkService } from './serviceChecks';
export { failureOf } from './failures';
