module.exports = require('../../dist/typescriptPlugin.js').init;
